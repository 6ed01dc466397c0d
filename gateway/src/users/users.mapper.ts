import type { AdminUser, CurrentUser } from '@polylogue/api-contract';
import { role, type User } from '@polylogue/proto';

export function toCurrentUser(user: User): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl ?? null,
    role: role.toWord(user.role),
    isApproved: user.isApproved,
  };
}

export function toAdminUser(user: User): AdminUser {
  if (!user.createdAt) throw new RangeError(`The user ${user.id} has no time of creation.`);
  return {
    ...toCurrentUser(user),
    lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}
