import { defineSlice } from '@polylogue/web-kit';
import { lazy } from 'react';

export const slice = defineSlice({
  routes: [
    { index: true, Component: lazy(() => import('./admin-panel.js')) },
    { path: 'account', Component: lazy(() => import('./account/own-account.js')) },
  ],
});
