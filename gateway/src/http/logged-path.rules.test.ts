import { expect, it } from '@jest/globals';
import { loggedPath } from './logged-path.rules.js';

it.each([
  ['/api/admin/users/0198a1b2-0000-7000-8000-000000000000/approve', '/api/admin/users/{id}/approve'],
  ['/API/admin/users/0198a1b2-0000-7000-8000-000000000000', '/API/admin/users/{id}'],
  ['/api/admin/users', '/api/admin/users'],
  ['/api/conversations/0198a1b2', '/api/conversations/0198a1b2'],
])('%s is logged as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});
