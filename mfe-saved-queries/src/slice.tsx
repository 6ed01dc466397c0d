import { defineSlice } from '@polylogue/web-kit';
import { lazy } from 'react';

export const slice = defineSlice({
  routes: [
    { index: true, Component: lazy(() => import('./query-list/query-list.js')) },
    { path: 'new', Component: lazy(() => import('./query-form/create-query.js')) },
    { path: ':id/edit', Component: lazy(() => import('./query-form/edit-query.js')) },
    { path: ':id/results', Component: lazy(() => import('./query-results/query-results.js')) },
  ],
});
