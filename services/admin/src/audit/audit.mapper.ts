import type { AuditEntry } from '@polylogue/proto';
import type { EntryRow } from './audit.repository.js';

export function toEntry({ position, at, actor, action, subject, details, hash }: EntryRow): AuditEntry {
  return {
    position: Number(position),
    at,
    actorId: actor ?? undefined,
    action,
    subjectId: subject ?? undefined,
    details: JSON.stringify(details),
    hash: hash.toString('hex'),
  };
}
