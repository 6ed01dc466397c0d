import { describe, expect, it } from '@jest/globals';
import type { Route } from '@polylogue/api-contract';
import { Role, User } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { mustHaveAccess } from './access.rules.js';

const aUser = (fields: Partial<User> = {}) => User.fromPartial({ role: Role.USER, isApproved: true, ...fields });

function codeOf(access: Route['access'], user: User | undefined): string {
  try {
    mustHaveAccess(access, user);
    return 'served';
  } catch (error) {
    return AppError.is(error) ? `${error.httpStatus} ${error.code}` : 'broken';
  }
}

describe('mustHaveAccess', () => {
  const principals = [
    undefined,
    aUser({ isApproved: false }),
    aUser(),
    aUser({ role: Role.ADMIN }),
    aUser({ role: Role.ADMIN, isApproved: false }),
    aUser({ role: Role.ADMIN, isBlocked: true }),
  ];

  it.each<[Route['access'], string[]]>([
    ['public', ['served', 'served', 'served', 'served', 'served', 'served']],
    ['signed-in', ['401 signed_out', 'served', 'served', 'served', 'served', '401 account_blocked']],
    [
      'approved',
      ['401 signed_out', '403 approval_required', 'served', 'served', '403 approval_required', '401 account_blocked'],
    ],
    [
      'admin',
      ['401 signed_out', '403 admin_required', '403 admin_required', 'served', 'served', '401 account_blocked'],
    ],
  ])('a route for %s', (access, expected) => {
    expect(principals.map((user) => codeOf(access, user))).toEqual(expected);
  });
});
