import { seeded } from '../seeded.rules.js';
import { canaryName, fill } from './corpus.rules.js';
import { encodings } from './contexts.js';
import { leakVectors, scriptVectors } from './vectors.js';

/** Stands in every hostile name, so that one sees that it was shown. */
export const markIn = 'named-';

/** Names of at most so many characters that would act where they became markup, fifty at most. */
export function hostileNames(length: number, seed: number): string[] {
  const random = seeded(seed);
  const ways = Object.keys(encodings).filter((way) => way !== 'NUL' && way !== 'a control character');
  const all = [...scriptVectors, ...leakVectors].flatMap((vector, at) => {
    const way = random.below(2) === 0 ? ways[0]! : random.pick(ways);
    // The name of the canary is too long for a tag; what is cut off must not act, but it must not be lost either.
    const filled = fill(encodings[way]!(vector), `n${at}`).replaceAll(/[\p{Cc}]/gu, ' ');
    const name = `${markIn}${at} ${filled}`;
    return name.length <= length ? [name] : [];
  });
  const count = Math.min(50, all.length);
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!);
}

/** Whether a name tells of itself. */
export const isTelling = (name: string): boolean => name.includes(canaryName) || name.includes('leak.test');
