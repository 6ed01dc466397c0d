import type { AuditEntry } from '@polylogue/api-contract';
import type { AuditEntry as ProtoAuditEntry } from '@polylogue/proto';
import type { NamedUser } from '../users/user-names.js';

export function toAuditEntry(
  { actorId, subjectId, details, at, ...entry }: ProtoAuditEntry,
  users: ReadonlyMap<string, NamedUser | null>,
): AuditEntry {
  if (!at) throw new RangeError('An audit entry has a time.');
  const nameOf = (id = '') => users.get(id)?.name || (users.get(id)?.email ?? null);
  return {
    ...entry,
    at: at.toISOString(),
    actorId: actorId ?? null,
    actorName: nameOf(actorId),
    subjectId: subjectId ?? null,
    subjectName: nameOf(subjectId),
    details: JSON.parse(details) as Record<string, unknown>,
  };
}
