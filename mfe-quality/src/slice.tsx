import { defineSlice, EmptyState } from '@polylogue/web-kit';

export const slice = defineSlice({
  routes: [{ index: true, element: <EmptyState title="No Quality Assessments Found" /> }],
});
