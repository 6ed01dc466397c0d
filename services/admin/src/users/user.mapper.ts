import { role, User } from '@polylogue/proto';
import type { UserEntity } from './user.entity.js';

export function toProto(user: UserEntity): User {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl ?? undefined,
    role: role.fromWord(user.role),
    isApproved: user.isApproved,
    lastLoginAt: user.lastLoginAt ?? undefined,
    createdAt: user.createdAt,
    isBlocked: user.isBlocked,
  };
}
