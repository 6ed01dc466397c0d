import { normalized, unaccented } from './fold.rules.js';

// Scripts that write no spaces between words, and Korean, whose words carry endings: pairs of characters are indexed.
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const emoji = '\\p{RI}{2}|\\p{Extended_Pictographic}';
const runs = new RegExp(
  `[${unspaced}\\p{M}]*[${unspaced}][${unspaced}\\p{M}]*|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}_])+|${emoji}`,
  'gu',
);
const isUnspaced = new RegExp(`[${unspaced}]`, 'u');
const maxWordLength = 40;

/** Texts longer than this are indexed in parts; Postgres limits the words of one entry. */
export const partLength = 20_000;
const overlap = 100;

/** The words of a text, without accents: whole words, emoji, and pairs of characters where words are not spaced. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [run] of unaccented(normalized(text)).matchAll(runs)) {
    if (!isUnspaced.test(run)) words.add(cut(run));
    else for (const pair of pairsOf(run)) words.add(pair);
  }
  return words;
}

/** A text in the parts it is indexed by; they overlap, so that what is cut in one is whole in its neighbour. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start === 0 || start < text.length; start += partLength) {
    parts.push(text.slice(Math.max(0, start - overlap), start + partLength + overlap));
  }
  return parts;
}

/** Words as Postgres reads a tsvector, each with the mark of its user. */
export function toVector(userId: string, words: ReadonlySet<string>): string {
  return [...words].map((word) => quoted(userId, word)).join(' ');
}

/** What a user typed as Postgres reads a tsquery: all the words, the last one also as a beginning. */
export function toQuery(userId: string, typed: string): string | undefined {
  const found = typedRuns(typed);
  const terms = found.flatMap((run, at) => {
    if (isUnspaced.test(run)) {
      const pairs = pairsOf(run);
      // One character alone finds every pair it begins; among more, the last one is in its pair already.
      return pairs.length === 1
        ? [`${quoted(userId, pairs[0]!)}:*`]
        : pairs.slice(0, -1).map((pair) => quoted(userId, pair));
    }
    const isTyping = at === found.length - 1 && run.length >= 3 && !/\s$/.test(typed);
    return [termOf(userId, run, isTyping ? ':*' : '')];
  });
  return terms.length === 0 ? undefined : [...new Set(terms)].slice(0, 40).join(' & ');
}

/** The runs of letters that were typed; a search highlights them. */
export function typedRuns(typed: string): string[] {
  return [...normalized(typed).matchAll(runs)].map(([run]) => run);
}

// As it was typed, too: what a version without folding has indexed is found by that alone.
function termOf(userId: string, run: string, suffix: string): string {
  // A run of accents alone has no letters left.
  const forms = [...new Set([unaccented(run), run])].filter((form) => form !== '');
  const terms = forms.map((form) => `${quoted(userId, cut(form))}${suffix}`);
  return terms.length === 1 ? terms[0]! : `(${terms.join(' | ')})`;
}

// The last character stands alone too, so that a search for it finds it at the end of a run.
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, at) => character + (characters[at + 1] ?? ''));
}

const cut = (word: string) => [...word].slice(0, maxWordLength).join('');
const quoted = (userId: string, word: string) => `'${userId.slice(-8)}${word}'`;
