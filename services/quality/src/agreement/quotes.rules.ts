import search from 'approx-string-match';
import type { Passage } from './agreement-map.entity.js';

/** Of a quote, as it is compared: anything shorter is in most texts by chance, and longer ones are no quotes. */
const length = { min: 8, approximate: 20, max: 400 };

const maxPerPiece = 50;
const maxPlaces = 4;

type Match = ReturnType<typeof search>[number];

/** A text as it is compared, with where each of its units begins and ends in the text it was made of. */
interface Folded {
  text: string;
  starts: number[];
  ends: number[];
}

/** How many units of a quote may differ from the passage. Short quotes must be exact: two signs can turn their meaning. */
export const maxErrors = (quoteLength: number): number =>
  quoteLength < length.approximate ? 0 : Math.max(2, Math.floor(quoteLength / 10));

/** Finds quotes in the plain text of one reply; the text is prepared once. */
export class QuoteFinder {
  readonly #folded: Folded;

  constructor(private readonly plainText: string) {
    this.#folded = fold(plainText);
  }

  /** The passage that a quote is of; undefined when there is none. What is answered always stands in the text. */
  find(quote: string): Passage | undefined {
    const wanted = fold(quote).text.trim();
    if (wanted.length < length.min || wanted.length > length.max) return undefined;
    const at = this.#folded.text.indexOf(wanted);
    if (at !== -1) return this.#passage(at, at + wanted.length);
    const best = closestIn(this.#folded.text, wanted);
    return best && this.#passage(best.start, best.end);
  }

  #passage(from: number, to: number): Passage | undefined {
    const start = this.#folded.starts[from];
    const end = this.#folded.ends[to - 1];
    if (start === undefined || end === undefined || start >= end) return undefined;
    const found = this.plainText.slice(start, end);
    const begin = start + (found.length - found.trimStart().length);
    return { text: found.trim(), start: begin, end: begin + found.trim().length };
  }
}

/**
 * The closest passage within the allowed errors. With n errors one of n + 1 pieces of the quote stands in the passage as it is, so
 * only the few places are searched where most pieces point to: the cost stays small in texts that repeat themselves.
 */
function closestIn(text: string, quote: string): Match | undefined {
  const allowed = maxErrors(quote.length);
  if (allowed === 0) return undefined;
  const matches = placesOf(text, quote, allowed).flatMap((place) => {
    const from = Math.max(0, place - 2 * allowed);
    const [match] = search(text.slice(from, place + quote.length + 2 * allowed), quote, allowed);
    return match ? { ...match, start: match.start + from, end: match.end + from } : [];
  });
  return matches.toSorted((one, other) => one.errors - other.errors || one.start - other.start)[0];
}

/** Where the quote may begin, the likeliest first. */
function placesOf(text: string, quote: string, errors: number): number[] {
  const size = Math.floor(quote.length / (errors + 1));
  const votes = new Map<number, number>();
  for (let piece = 0; piece <= errors; piece += 1) {
    for (const at of occurrencesOf(quote.slice(piece * size, (piece + 1) * size), text)) {
      // Errors before a piece move it a little: places this near are one.
      const place = Math.round((at - piece * size) / (errors + 1)) * (errors + 1);
      votes.set(place, (votes.get(place) ?? 0) + 1);
    }
  }
  const likeliest = [...votes].toSorted(([one, n], [other, m]) => m - n || one - other);
  return likeliest.slice(0, maxPlaces).map(([place]) => Math.max(0, place));
}

/** Where a piece stands; nothing for one that stands in so many places that it says nothing. */
function occurrencesOf(piece: string, text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) {
    if (found.length === maxPerPiece) return [];
    found.push(at);
  }
  return found;
}

const alike: ReadonlyMap<string, string> = new Map(
  [
    ['"', '“”„‟«»″'],
    ["'", '‘’‚‛‹›′`'],
    ['-', '‐‑‒–—−'],
    ['', '\u00ad\u200b\u200c\u200d\u2060\ufeff'],
    ['...', '…'],
  ].flatMap(([plain = '', signs = '']) => [...signs].map((sign) => [sign, plain] as const)),
);

/** Case, composition, kinds of quotation marks and dashes, and white space do not tell two quotes apart. */
function fold(text: string): Folded {
  const folded: Folded = { text: '', starts: [], ends: [] };
  const pieces: string[] = [];
  let isSpace = true;
  for (let at = 0; at < text.length;) {
    const sign = signAt(text, at);
    const [start, end] = [at, at + sign.length];
    at = end;
    const space = sign.trim() === '';
    const plain = space ? ' ' : (alike.get(sign) ?? sign.normalize('NFC').toLowerCase());
    if (plain === '' || (space && isSpace)) continue;
    isSpace = space;
    pieces.push(plain);
    for (let unit = 0; unit < plain.length; unit += 1) {
      folded.starts.push(start);
      folded.ends.push(end);
    }
  }
  folded.text = pieces.join('');
  return folded;
}

const withMarks = /[^\p{M}]?\p{M}*/uy;
const firstMark = 0x300;

/** The character at a place with the marks that belong to it; most have none, and are not looked at further. */
function signAt(text: string, at: number): string {
  if (text.charCodeAt(at) < firstMark && !(text.charCodeAt(at + 1) >= firstMark)) return text[at] ?? '';
  withMarks.lastIndex = at;
  return withMarks.exec(text)?.[0] || (text[at] ?? '');
}
