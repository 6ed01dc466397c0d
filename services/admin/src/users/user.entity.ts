import type { UserRole } from './user.rules.js';

/** A row of admin.users, without the password hash: that is read where it is verified and nowhere else. */
export interface UserEntity {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  profileImageUrl: string | null;
  role: UserRole;
  isApproved: boolean;
  isBlocked: boolean;
  lastLoginAt: Date | null;
  createdAt: Date;
}
