import type { CurrentUser } from '@polylogue/api-contract';
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
