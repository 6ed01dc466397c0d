import { fromStored, toStored } from '@polylogue/proto';

type Codec<T> = Parameters<typeof toStored<T>>[0];

/** Lists of messages as they stand in columns of JSON. */
export const listOf = <T>(codec: Codec<T>, stored: unknown): T[] =>
  Array.isArray(stored) ? stored.flatMap((each) => fromStored(codec, each) ?? []) : [];

export const storedList = <T>(codec: Codec<T>, list: readonly T[]): string =>
  `[${list.map((each) => toStored(codec, each)).join(',')}]`;

/** Postgres cannot store NUL, and no text has a use for it. */
export const storedText = (value: string | undefined): string | null => value?.replaceAll('\0', '\uFFFD') ?? null;
