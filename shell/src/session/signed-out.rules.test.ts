import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { slices } from '../slices/slices.js';
import { signedOutPage } from './signed-out.rules.js';

it.each([
  ['/', { show: 'landing', returnTo: undefined }],
  ['/history', { show: 'landing', returnTo: '/history' }],
  ['/history/', { show: 'landing', returnTo: '/history' }],
  ['/ai-chat', { show: 'landing', returnTo: '/ai-chat' }],
  ['/quality-assessment', { show: 'landing', returnTo: '/quality-assessment' }],
  ['/saved-queries', { show: 'landing', returnTo: '/saved-queries' }],
  ['/saved-queries/new', { show: 'landing', returnTo: '/saved-queries/new' }],
  ['/saved-queries/7/edit', { show: 'landing', returnTo: '/saved-queries/7/edit' }],
  ['/saved-queries/7/results', { show: 'landing', returnTo: '/saved-queries/7/results' }],
  ['/admin', { show: 'admin-required' }],
  ['/admin/account', { show: 'landing', returnTo: '/admin/account' }],
  ['/history/shared/1', { show: 'landing', returnTo: '/history/shared/1' }],
  ['/quality-assessment/leaderboard', { show: 'landing', returnTo: '/quality-assessment/leaderboard' }],
  ['/quality-assessment/suites/a1', { show: 'landing', returnTo: '/quality-assessment/suites/a1' }],
  [
    '/quality-assessment/backtests/a1/compare',
    { show: 'landing', returnTo: '/quality-assessment/backtests/a1/compare' },
  ],
  ['/quality-assessment/rubrics/1', { show: 'not-found' }],
  ['/saved-queries/7', { show: 'not-found' }],
  ['/history/1', { show: 'landing', returnTo: '/history/1' }],
  ['/history/1/2', { show: 'not-found' }],
  ['/nowhere', { show: 'not-found' }],
])('a signed-out visitor at %s', (path, page) => {
  expect(signedOutPage(path)).toEqual(page);
});

it('is led back to all of an address', () => {
  expect(signedOutPage('/admin/account', '?from=mail#allowance-title')).toMatchObject({
    returnTo: '/admin/account?from=mail#allowance-title',
  });
});

it.each(slices)('knows every screen of $title', ({ name, prefix }) => {
  const file = new URL(`../../../${name.replaceAll('_', '-')}/src/slice.tsx`, import.meta.url);
  const screens = [...readFileSync(file, 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);
  const unknown = screens.filter(
    (path) => signedOutPage(`${prefix}/${path.replaceAll(/:\w+/g, '1')}`).show === 'not-found',
  );
  expect(unknown).toEqual([]);
});
