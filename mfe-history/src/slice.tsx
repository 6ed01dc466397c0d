import { defineSlice } from '@polylogue/web-kit';
import { lazy } from 'react';

export const slice = defineSlice({
  routes: [
    { index: true, Component: lazy(() => import('./history-screen.js')) },
    { path: 'shared', Component: lazy(() => import('./shared-rounds/shares-page.js')) },
    { path: 'shared/:id', Component: lazy(() => import('./shared-rounds/shared-round-page.js')) },
    { path: ':id', Component: lazy(() => import('./comparisons/comparison-page.js')) },
  ],
});
