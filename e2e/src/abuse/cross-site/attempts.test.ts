import { expect, test } from '@jest/globals';
import { attemptsOf } from './attempts.js';

test('every call of the description is tried at what the victim has', () => {
  const responses = {};
  const paths = {
    '/api/conversations/{id}': { get: { responses }, delete: { responses } },
    '/api/agreement-maps/{id}/claims/{claim}/mark': { put: { responses } },
    '/api/clear-filtered': { post: { responses } },
    '/api/webhooks/saved-queries/{id}': { post: { responses } },
    '/v1/models': { get: { responses } },
  };
  expect(attemptsOf({ paths, components: { schemas: {} } }, { conversations: 'c7' })).toEqual([
    { method: 'GET', path: '/api/conversations/c7', body: undefined },
    { method: 'DELETE', path: '/api/conversations/c7', body: {} },
    { method: 'PUT', path: '/api/agreement-maps/1/claims/1/mark', body: {} },
    { method: 'POST', path: '/api/clear-filtered', body: { aiServices: ['demo-brief', 'demo-sage'] } },
  ]);
});
