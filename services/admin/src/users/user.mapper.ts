import {
  ActivityDetails,
  role,
  User,
  type Activity,
  type OwnFact,
  type OwnSession,
  type Person,
} from '@polylogue/proto';
import type { ActivityRow, FoundUser } from './found-users.repository.js';
import type { UserEntity } from './user.entity.js';
import type { OwnSessionRow } from './users.repository.js';

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

export function toListedUser({ messageCount, totalSessions, activities, hasPassword, ...user }: FoundUser): Person {
  return { user: toProto(user), messageCount, totalSessions, activities: activities.map(toActivity), hasPassword };
}

export function toActivity({ activityType, about, details, createdAt }: ActivityRow): Activity {
  const { selectedAIs, ...others } = details;
  return {
    id: `${activityType}:${about}`,
    activityType,
    details: ActivityDetails.fromPartial({ ...others, selectedAis: selectedAIs }),
    createdAt: new Date(createdAt),
  };
}

export function toOwnSession({ id, startedAt, lastSeenAt, endedAt }: OwnSessionRow): OwnSession {
  return { id, startedAt, lastSeenAt, endedAt: endedAt ?? undefined };
}

export function toOwnRecord(record: { activity: ActivityRow } | { session: OwnSessionRow }): OwnFact {
  return 'activity' in record
    ? { fact: { $case: 'activity', activity: toActivity(record.activity) } }
    : { fact: { $case: 'session', session: toOwnSession(record.session) } };
}
