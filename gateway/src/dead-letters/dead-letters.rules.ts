import type { DeadLetter, DeadLetterKey, SliceName } from '@polylogue/api-contract';
import { groupBy } from '@polylogue/service-kit';

/** What one service has to say. */
export interface SliceLetters {
  letters: DeadLetter[];
  total: number;
}

/** The newest of all services. */
export function newestOf(all: readonly SliceLetters[], limit: number): SliceLetters {
  const letters = all.flatMap((each) => each.letters);
  letters.sort((a, b) => b.failedAt.localeCompare(a.failedAt) || a.eventId.localeCompare(b.eventId));
  return { letters: letters.slice(0, limit), total: all.reduce((sum, { total }) => sum + total, 0) };
}

/** Letters by the service that keeps them. */
export function bySlice(keys: readonly DeadLetterKey[]): Map<SliceName, DeadLetterKey[]> {
  return groupBy(keys, ({ slice }) => slice);
}
