import type { CurrentUser } from '@polylogue/api-contract';
import { role, type User } from '@polylogue/proto';
import { ownPictureAddress } from './picture-address.rules.js';

export function toCurrentUser(user: User): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: ownPictureAddress(user),
    role: role.toWord(user.role),
    isApproved: user.isApproved,
  };
}
