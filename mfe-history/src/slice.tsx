import { defineSlice } from '@polylogue/web-kit';
import { lazy } from 'react';

export const slice = defineSlice({
  routes: [{ index: true, Component: lazy(() => import('./conversation-history.js')) }],
});
