/** A reply as far as a loop is concerned. */
export interface Said {
  text: string;
}

/** What kind of loop it is. */
export type Loop = 'repeats' | 'courtesies';

/** So many replies in a row must say nothing new before it is a loop. */
export const minInLoop = 4;
/** How far back a reply may have been said before. */
const lookBack = 6;
/** Share of word pairs two replies have in common from which on they are the same. */
const sameFrom = 0.85;
/** A courtesy with more words than this says something beside it. */
const maxCourtesy = 40;

const courtesy =
  /\b(thank(s| you)?|you'?re (very |most )?welcome|my pleasure|good ?bye|take care|have a (great|good|nice|lovely|wonderful)|glad (to|i could)|likewise|all the best|see you|farewell|danke|gern geschehen|tschüss|merci|de rien|au revoir|gracias|de nada|adiós|obrigad[oa]|grazie|prego)(?=\W|$)|спасибо|пожалуйста|до свидания|谢谢|不客气|再见|ありがとう|どういたしまして/iu;

/**
 * Whether the two go round: the last replies each say what was said shortly before, or all are thanks and farewells.
 * Undefined as long as one of them brings something new.
 */
export function findLoop(replies: readonly Said[]): Loop | undefined {
  const words = replies.map(({ text }) => wordsOf(text));
  const last = Array.from({ length: minInLoop }, (_, back) => replies.length - 1 - back);
  if (last.at(-1)! < 0) return undefined;
  if (last.every((index) => saidBefore(words, index))) return 'repeats';
  if (last.every((index) => isCourtesy(replies[index]!.text, words[index]!))) return 'courtesies';
  return undefined;
}

function saidBefore(words: readonly string[][], index: number): boolean {
  const earlier = words.slice(Math.max(0, index - lookBack), index);
  return earlier.some((each) => likeness(each, words[index]!) >= sameFrom);
}

function isCourtesy(text: string, words: readonly string[]): boolean {
  return words.length <= maxCourtesy && !text.includes('?') && courtesy.test(text);
}

/** Words without what does not change what is said: case, punctuation, spacing. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Word pairs in common by word pairs in all, from 0 to 1. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const [ones, others] = [pairsOf(one), pairsOf(other)];
  if (ones.size === 0 || others.size === 0) return ones.size === others.size ? 1 : 0;
  let common = 0;
  for (const pair of ones) if (others.has(pair)) common += 1;
  return common / (ones.size + others.size - common);
}

function pairsOf(words: readonly string[]): Set<string> {
  if (words.length === 1) return new Set(words);
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}
