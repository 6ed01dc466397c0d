import { Generation, toStored } from '@polylogue/proto';
import { v5 as uuidOf } from 'uuid';

const maxText = 10_000;
/** The reasoning of a service is a part of it. */
const maxGeneration = 2 * 1024 * 1024;

/** What something of a file is called here: for one user always the same. */
export const idHere = (userId: string, exportedId: string): string => uuidOf(exportedId.toLowerCase(), userId);

// Postgres cannot store NUL or half a surrogate pair. One for one, so that a passage keeps its length.
export const clean = (text = ''): string => text.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD').slice(0, maxText);

/** As it is stored; `damaged` is thrown for one that is longer than any. */
export function storedGeneration(generation: Generation | undefined, damaged: () => Error): string | null {
  const stored = toStored(Generation, generation);
  if ((stored?.length ?? 0) > maxGeneration) throw damaged();
  return stored;
}
