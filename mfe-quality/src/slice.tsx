import { defineSlice } from '@polylogue/web-kit';
import { lazy } from 'react';

export const slice = defineSlice({
  routes: [
    { index: true, Component: lazy(() => import('./assessments/quality-assessment.js')) },
    { path: 'rubrics', Component: lazy(() => import('./rubrics/rubrics.js')) },
    { path: 'leaderboard', Component: lazy(() => import('./leaderboard/leaderboard.js')) },
    { path: 'backtests', Component: lazy(() => import('./backtests/backtest-list.js')) },
    { path: 'backtests/new', Component: lazy(() => import('./backtests/new-backtest.js')) },
    { path: 'backtests/:id/compare', Component: lazy(() => import('./backtests/compare-pairs.js')) },
    { path: 'backtests/:id', Component: lazy(() => import('./backtests/backtest-page.js')) },
    { path: 'suites', Component: lazy(() => import('./suites/suite-list.js')) },
    { path: 'suites/new', Component: lazy(() => import('./suites/new-suite.js')) },
    { path: 'suites/:id/assertions', Component: lazy(() => import('./suites/edit-assertions.js')) },
    { path: 'suites/:id', Component: lazy(() => import('./suites/suite-page.js')) },
  ],
});
