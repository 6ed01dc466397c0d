import type { AuditEntry } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { z } from 'zod';
import type { EntryRow, NewEntry } from '../audit-log/audit-log.repository.js';

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

const actionSchema = z.object({
  action: z
    .string()
    .regex(/^[a-z]+(_[a-z]+)*$/)
    .max(60),
  details: z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean()])),
});

/** Short values only: no text that a user wrote reaches the log. */
export function readAction(action: string, details: string): NonNullable<NewEntry['details']> {
  const parsed = actionSchema.safeParse({ action, details: readJson(details) });
  if (parsed.success) return parsed.data.details;
  throw new AppError('invalid', 'invalid_deed', 'The details of an action are short values.');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
