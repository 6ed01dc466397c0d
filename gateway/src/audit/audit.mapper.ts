import type { AuditEntry } from '@polylogue/api-contract';
import type { AuditEntry as ProtoAuditEntry } from '@polylogue/proto';
import type { NamedKey } from '../key-access/key-names.js';
import type { NamedUser } from '../users/user-names.js';

interface Names {
  users: ReadonlyMap<string, NamedUser | null>;
  keys: ReadonlyMap<string, NamedKey>;
}

const detailsOf = ({ details }: ProtoAuditEntry) => JSON.parse(details) as Record<string, unknown>;
const keyIdOf = (details: Record<string, unknown>): string | undefined =>
  typeof details['apiKey'] === 'string' ? details['apiKey'] : undefined;

/** The API keys that entries are about. */
export const keyIdsOf = (entries: readonly ProtoAuditEntry[]): string[] =>
  entries.flatMap((entry) => keyIdOf(detailsOf(entry)) ?? []);

export function toAuditEntry(stored: ProtoAuditEntry, { users, keys }: Names): AuditEntry {
  const { actorId, subjectId, at, ...entry } = stored;
  const details = detailsOf(stored);
  const keyId = keyIdOf(details);
  if (!at) throw new RangeError('An audit entry has a time.');
  const nameOf = (id = '') => users.get(id)?.name || (users.get(id)?.email ?? null);
  return {
    ...entry,
    at: at.toISOString(),
    actorId: actorId ?? null,
    actorName: nameOf(actorId),
    subjectId: subjectId ?? null,
    subjectName: nameOf(subjectId),
    details,
    ...(keyId !== undefined && { keyName: keys.get(keyId)?.name ?? null }),
  };
}
