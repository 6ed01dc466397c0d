import type { AdminUser, UserActivity } from '@polylogue/api-contract';
import type { Activity, ConversationPreview, Person, User } from '@polylogue/proto';
import { toCurrentUser } from '../auth/current-user.mapper.js';
import { userPictureAddress } from '../auth/picture-address.rules.js';

export function toAdminUser(user: User): AdminUser {
  return {
    ...toCurrentUser(user),
    profileImageUrl: userPictureAddress(user),
    isBlocked: user.isBlocked,
    messageCount: 0,
    totalSessions: 0,
    lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
    createdAt: timeOf(user.createdAt),
    activities: [],
  };
}

export function toAdminUserWithCounts({ user, activities, ...counts }: Person): AdminUser {
  if (!user) throw new RangeError('A person came without a user.');
  const { messageCount, totalSessions, hasPassword = null } = counts;
  return { ...toAdminUser(user), hasPassword, messageCount, totalSessions, activities: activities.map(toActivity) };
}

export function toActivity({ id, activityType, details, createdAt }: Activity): UserActivity {
  const { selectedAis = [], ...others } = details ?? {};
  const known = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  return {
    id,
    activityType,
    details: { ...(selectedAis.length > 0 && { selectedAIs: selectedAis }), ...known },
    createdAt: timeOf(createdAt),
  };
}

export function toPreview({ aiService: _name, updatedAt, ...preview }: ConversationPreview) {
  return { ...preview, updatedAt: timeOf(updatedAt) };
}

function timeOf(time: Date | undefined): string {
  if (!time) throw new RangeError('A time is missing.');
  return time.toISOString();
}
