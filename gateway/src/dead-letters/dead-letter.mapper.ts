import type { DeadLetter } from '@polylogue/api-contract';
import type { DeadLetter as ProtoDeadLetter } from '@polylogue/proto';
import type { DeadLetterRow } from '@polylogue/service-kit';

export function toDeadLetter(slice: string, { key, failedAt, ...letter }: ProtoDeadLetter): DeadLetter {
  if (!key || !failedAt) throw new RangeError('A dead letter came without a name or a time.');
  return { slice, consumer: key.consumer, eventId: key.eventId, ...letter, failedAt: failedAt.toISOString() };
}

export function rowToDeadLetter(slice: string, { failedAt, ...row }: DeadLetterRow): DeadLetter {
  return { slice, ...row, failedAt: failedAt.toISOString() };
}
