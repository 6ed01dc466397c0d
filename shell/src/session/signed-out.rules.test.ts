import { expect, it } from '@jest/globals';
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
  ['/saved-queries/7', { show: 'not-found' }],
  ['/history/1', { show: 'landing', returnTo: '/history/1' }],
  ['/history/1/2', { show: 'not-found' }],
  ['/nowhere', { show: 'not-found' }],
])('a signed-out visitor at %s', (path, page) => {
  expect(signedOutPage(path)).toEqual(page);
});
