import type { AuditEntry } from '@polylogue/api-contract';
import type { AuditEntry as ProtoAuditEntry } from '@polylogue/proto';
import type { Person } from '../users/user-names.js';

export function toAuditEntry(
  { actorId, subjectId, details, at, ...entry }: ProtoAuditEntry,
  people: ReadonlyMap<string, Person | null>,
): AuditEntry {
  if (!at) throw new RangeError('An audit entry has a time.');
  const nameOf = (id = '') => people.get(id)?.name || (people.get(id)?.email ?? null);
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
