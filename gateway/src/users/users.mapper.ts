import type { AdminUser, AuditEntry, CurrentUser, UserActivity } from '@polylogue/api-contract';
import {
  role,
  type Activity,
  type AuditEntry as ProtoAuditEntry,
  type ConversationPreview,
  type Person,
  type User,
} from '@polylogue/proto';
import type { Person as NamedPerson } from './user-names.js';

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
  return {
    ...toCurrentUser(user),
    isBlocked: user.isBlocked,
    messageCount: 0,
    totalSessions: 0,
    lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
    createdAt: timeOf(user.createdAt),
    activities: [],
  };
}

export function personToAdminUser({ user, messageCount, totalSessions, activities }: Person): AdminUser {
  if (!user) throw new RangeError('A person came without a user.');
  return { ...toAdminUser(user), messageCount, totalSessions, activities: activities.map(toActivity) };
}

export function toActivity({ id, activityType, details, createdAt }: Activity): UserActivity {
  const { selectedAis = [], ...others } = details ?? {};
  const told = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  return {
    id,
    activityType,
    details: { ...(selectedAis.length > 0 && { selectedAIs: selectedAis }), ...told },
    createdAt: timeOf(createdAt),
  };
}

export function toPreview({ aiService: _name, updatedAt, ...preview }: ConversationPreview) {
  return { ...preview, updatedAt: timeOf(updatedAt) };
}

export function toAuditEntry(
  { actorId, subjectId, details, at, ...entry }: ProtoAuditEntry,
  people: ReadonlyMap<string, NamedPerson | null>,
): AuditEntry {
  const nameOf = (id = '') => people.get(id)?.name || (people.get(id)?.email ?? null);
  return {
    ...entry,
    at: timeOf(at),
    actorId: actorId ?? null,
    actorName: nameOf(actorId),
    subjectId: subjectId ?? null,
    subjectName: nameOf(subjectId),
    details: JSON.parse(details) as Record<string, unknown>,
  };
}

function timeOf(time: Date | undefined): string {
  if (!time) throw new RangeError('A time is missing.');
  return time.toISOString();
}
