import { expect, it } from '@jest/globals';
import { AppError } from '@polylogue/service-kit';
import { isAuditedDenial, routeWordsOf } from './denied-requests.rules.js';

const owned = new AppError('invalid', 'invalid_input', 'x', {
  issues: [{ path: 'role', message: 'role is set by the server and cannot be sent.' }],
});

it.each([
  ['/api/admin/users', new AppError('forbidden', 'admin_required', 'x'), true],
  ['/api/ADMIN/users', new AppError('not_found', 'user_not_found', 'x'), true],
  ['/api/admin/users', new AppError('unavailable', 'away', 'x'), false],
  ['/api/account/delete', new AppError('conflict', 'last_admin', 'x'), true],
  ['/api/signup', owned, true],
  ['/api/administer', new AppError('forbidden', 'x', 'x'), false],
  ['/api/conversations', new AppError('not_found', 'x', 'x'), false],
])('%s', (path, error, expected) => expect(isAuditedDenial(path, error)).toBe(expected));

it('names a route without what stands in it', () => {
  const id = '0198a1b2-0000-7000-8000-000000000000';
  expect(routeWordsOf('POST', `/api/admin/users/${id}/approve`)).toBe('POST /api/admin/users/{}/approve');
  expect(routeWordsOf('GET', '/api/admin/My%20secret')).toBe('GET /api/admin/{}');
});
