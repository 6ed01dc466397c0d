import type { DeadLetter, DeadLetterKey } from '@polylogue/api-contract';

/** Fetched again this often while the list is open. */
export const lettersPoll = 10_000;
/** The maximum number of letters listed. */
export const maxListed = 500;
/** Letters handed over at a time, so that progress shows. */
const batchSize = 10;

export interface Progress {
  of: number;
  handled: number;
  failed: number;
}

export const keyOf = ({ slice, consumer, eventId }: DeadLetter): DeadLetterKey =>
  ({ slice, consumer, eventId }) as DeadLetterKey;

export const idOf = ({ slice, consumer, eventId }: DeadLetter): string => `${slice} ${consumer} ${eventId}`;

/** `quality.BroadcastsConsumer.onReplyStored` without the service, which stands beside it. */
export function handlerLabel({ slice, consumer }: DeadLetter): string {
  return consumer.startsWith(`${slice}.`) ? consumer.slice(slice.length + 1) : consumer;
}

export function inBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_each, at) =>
    all.slice(at * batchSize, (at + 1) * batchSize),
  );
}

/** `3 handled, 1 failed again` */
export function formatTally({ handled, failed }: Pick<Progress, 'handled' | 'failed'>): string {
  return failed > 0 ? `${handled} handled, ${failed} failed again` : `${handled} handled`;
}
