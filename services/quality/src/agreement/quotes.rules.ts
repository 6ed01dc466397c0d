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
  starts: Int32Array;
  ends: Int32Array;
}

/** A place where a quote may begin, and how many of its pieces point there. */
interface Place {
  at: number;
  votes: number;
}

/** How many units of a quote may differ from the passage. Short quotes must be exact: two signs can turn their meaning. */
export const maxErrors = (quoteLength: number): number =>
  quoteLength < length.approximate ? 0 : Math.max(2, Math.floor(quoteLength / 10));

/** Finds quotes in the plain text of one reply; the text is prepared once. */
export class QuoteFinder {
  readonly #folded: Folded;
  #index: PieceIndex | undefined;

  constructor(private readonly plainText: string) {
    this.#folded = fold(plainText);
  }

  /** The passage that a quote is of; undefined when there is none. What is answered always stands in the text. */
  find(quote: string): Passage | undefined {
    const wanted = wantedOf(quote);
    if (wanted === undefined) return undefined;
    return this.#exactly(wanted) ?? this.#closest(wanted);
  }

  /** The passage that a quote is of without any slip. */
  findExactly(quote: string): Passage | undefined {
    const wanted = wantedOf(quote);
    return wanted === undefined ? undefined : this.#exactly(wanted);
  }

  #exactly(wanted: string): Passage | undefined {
    const at = this.#folded.text.indexOf(wanted);
    return at === -1 ? undefined : this.#passage(at, at + wanted.length);
  }

  #closest(wanted: string): Passage | undefined {
    const { text } = this.#folded;
    if (maxErrors(wanted.length) === 0) return undefined;
    this.#index ??= new PieceIndex(text);
    const best = closestIn(text, wanted, this.#index);
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

/** A quote as it is searched; undefined for one that proves nothing, or is none. */
function wantedOf(quote: string): string | undefined {
  const wanted = fold(quote).text.trim();
  return wanted.length < length.min || wanted.length > length.max ? undefined : wanted;
}

/**
 * The closest passage within the allowed errors. With n errors one of n + 1 pieces of the quote stands in the passage as it is, so
 * only the few places are searched where most pieces point to: the cost stays small in texts that repeat themselves.
 */
function closestIn(text: string, quote: string, index: PieceIndex): Match | undefined {
  const allowed = maxErrors(quote.length);
  const { places, minErrorsAt } = placesOf(quote, allowed, index);
  let best: Match | undefined;
  for (const place of places) {
    // What cannot be closer than what was found is not looked at.
    if (best && minErrorsAt(place) > best.errors) continue;
    const found = matchAt(text, quote, place.at, best ? best.errors : allowed);
    if (found && (!best || isBetter(found, best))) best = found;
  }
  return best;
}

const isBetter = (one: Match, other: Match): boolean =>
  one.errors < other.errors || (one.errors === other.errors && one.start < other.start);

/** The closest passage around one place. */
function matchAt(text: string, quote: string, at: number, allowed: number): Match | undefined {
  const room = 2 * maxErrors(quote.length);
  const from = Math.max(0, at - room);
  const [match] = search(text.slice(from, at + quote.length + room), quote, allowed);
  return match && { ...match, start: match.start + from, end: match.end + from };
}

/**
 * Where the quote may begin, the likeliest first; and of a place how many errors a passage there has at least. An error
 * spoils one piece, and moves those behind it by one: a passage has as many errors as pieces that point nowhere near it.
 */
function placesOf(quote: string, errors: number, index: PieceIndex) {
  const size = Math.floor(quote.length / (errors + 1));
  const width = errors + 1;
  const votes = new Map<number, number>();
  let unheard = 0;
  for (let piece = 0; piece <= errors; piece += 1) {
    const found = index.occurrencesOf(quote.slice(piece * size, (piece + 1) * size));
    if (found === undefined) unheard += 1;
    for (const at of found ?? []) {
      // Errors before a piece move it a little: places this near are one.
      const place = Math.round((at - piece * size) / width) * width;
      votes.set(place, (votes.get(place) ?? 0) + 1);
    }
  }
  const likeliest = [...votes].toSorted(([one, n], [other, m]) => m - n || one - other).slice(0, maxPlaces);
  const places = likeliest.map(([at, count]): Place & { key: number } => ({
    at: Math.max(0, at),
    votes: count,
    key: at,
  }));
  const minErrorsAt = ({ key }: { key: number }) => {
    let near = unheard;
    for (let step = -3; step <= 3; step += 1) near += votes.get(key + step * width) ?? 0;
    return errors + 1 - near;
  };
  return { places, minErrorsAt };
}

/** Units of a text by which its pieces are known. Every piece that is searched is as long or longer. */
const known = 6;
const buckets = 1 << 14;

/** Where each stretch of a text stands, so that a piece is found without walking the text. */
class PieceIndex {
  readonly #heads = new Int32Array(buckets).fill(-1);
  readonly #next: Int32Array;

  constructor(private readonly text: string) {
    this.#next = new Int32Array(Math.max(0, text.length - known + 1));
    // From the end, so that a bucket is walked from the beginning of the text.
    for (let at = this.#next.length - 1; at >= 0; at -= 1) {
      const bucket = bucketOf(text, at);
      this.#next[at] = this.#heads[bucket]!;
      this.#heads[bucket] = at;
    }
  }

  /** Where a piece stands; undefined for one that stands in so many places that it says nothing. */
  occurrencesOf(piece: string): number[] | undefined {
    const found: number[] = [];
    for (let at = this.#heads[bucketOf(piece, 0)]!; at !== -1; at = this.#next[at]!) {
      if (!this.text.startsWith(piece, at)) continue;
      if (found.length === maxPerPiece) return undefined;
      found.push(at);
    }
    return found;
  }
}

function bucketOf(text: string, at: number): number {
  let hash = 0;
  for (let unit = at; unit < at + known; unit += 1) hash = Math.imul(hash, 31) + text.charCodeAt(unit);
  return (hash ^ (hash >>> 14)) & (buckets - 1);
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

/** Of a unit of ASCII what it is compared as; white space is 32. */
const asciiFolded = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return sign.trim() === '' ? 32 : (alike.get(sign) ?? sign.toLowerCase()).charCodeAt(0);
});

/** Units that are written one after the other, each with the place in the text that it was made of. */
class Folding {
  #units: Uint16Array;
  #starts: Int32Array;
  #ends: Int32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#units = new Uint16Array(capacity);
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
  }

  /** Nothing, or a space that something else than a space stands before. */
  get endsInSpace(): boolean {
    return this.#length === 0 || this.#units[this.#length - 1] === 32;
  }

  add(unit: number, start: number, end: number): void {
    if (this.#length === this.#units.length) this.#grow();
    this.#units[this.#length] = unit;
    this.#starts[this.#length] = start;
    this.#ends[this.#length] = end;
    this.#length += 1;
  }

  done(): Folded {
    const { buffer, byteOffset } = this.#units;
    const text = Buffer.from(buffer, byteOffset, 2 * this.#length).toString('utf16le');
    return { text, starts: this.#starts.subarray(0, this.#length), ends: this.#ends.subarray(0, this.#length) };
  }

  #grow(): void {
    const [units, starts, ends] = [this.#units, this.#starts, this.#ends];
    const capacity = 2 * units.length + 16;
    this.#units = new Uint16Array(capacity);
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
    this.#units.set(units);
    this.#starts.set(starts);
    this.#ends.set(ends);
  }
}

/** Case, composition, kinds of quotation marks and dashes, and white space do not tell two quotes apart. */
function fold(text: string): Folded {
  const folding = new Folding(text.length);
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code < 128 && !(text.charCodeAt(at + 1) >= firstMark)) {
      const unit = asciiFolded[code]!;
      if (unit !== 32 || !folding.endsInSpace) folding.add(unit, at, at + 1);
      at += 1;
      continue;
    }
    const sign = signAt(text, at);
    const end = at + sign.length;
    const isSpace = sign.trim() === '';
    const plain = isSpace ? ' ' : (alike.get(sign) ?? sign.normalize('NFC').toLowerCase());
    if (!isSpace || !folding.endsInSpace) {
      for (let unit = 0; unit < plain.length; unit += 1) folding.add(plain.charCodeAt(unit), at, end);
    }
    at = end;
  }
  return folding.done();
}

const withMarks = /[^\p{M}]?\p{M}*/uy;
const firstMark = 0x300;

/** The character at a place with the marks that belong to it; most have none, and are not looked at further. */
function signAt(text: string, at: number): string {
  if (text.charCodeAt(at) < firstMark && !(text.charCodeAt(at + 1) >= firstMark)) return text[at] ?? '';
  withMarks.lastIndex = at;
  return withMarks.exec(text)?.[0] || (text[at] ?? '');
}
