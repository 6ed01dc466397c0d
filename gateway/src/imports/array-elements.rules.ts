/** What came out of a JSON text: a member beside the array, or the next element of it. */
export type Piece = { kind: 'member'; name: string; text: string } | { kind: 'element'; text: string };

/** The text cannot be what is asked for, whatever follows. */
export class NotTheShape extends Error {}

/** One piece is longer than was allowed. */
export class PieceTooLong extends Error {}

const openers = new Set(['{', '[']);
const closers = new Set(['}', ']']);
const blank = /\s/;

/**
 * Cuts a JSON object into its members, and the array `name` of it into its elements, while the text arrives: neither the
 * text nor the array is ever in memory as a whole. The pieces themselves are for JSON.parse to judge.
 */
export class ArrayElements {
  #depth = 0;
  #inArray = false;
  #isDone = false;
  #wasThere = false;
  #inString = false;
  #isEscaped = false;
  #piece = '';
  #member = '';

  constructor(
    private readonly name: string,
    private readonly longest: number,
  ) {}

  *take(text: string): Generator<Piece> {
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at]!;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (character === '\\') this.#isEscaped = true;
        else if (character === '"') this.#inString = false;
        continue;
      }
      if (character === '"') this.#inString = true;
      const base = this.#inArray ? 2 : 1;
      if (this.#depth === 0) {
        start = at + 1;
        if (blank.test(character)) continue;
        if (character !== '{' || this.#isDone) throw new NotTheShape();
        this.#depth = 1;
        continue;
      }
      if (this.#depth === base && (character === ',' || closers.has(character))) {
        this.#add(text.slice(start, at));
        start = at + 1;
        yield* this.#end();
        if (closers.has(character)) this.#close();
        continue;
      }
      if (this.#depth === 1 && character === ':' && this.#member === '') {
        this.#member = JSON.parse(this.#piece + text.slice(start, at)) as string;
        this.#piece = '';
        start = at + 1;
        continue;
      }
      if (openers.has(character)) {
        this.#depth += 1;
        if (this.#depth === 2 && !this.#inArray && character === '[' && this.#member === this.name) {
          this.#inArray = true;
          this.#wasThere = true;
          this.#piece = '';
          start = at + 1;
        }
      } else if (closers.has(character)) this.#depth -= 1;
    }
    if (start < text.length) this.#add(text.slice(start));
  }

  /** Whether the object has ended, and the array stood in it. */
  get isDone(): boolean {
    return this.#isDone && this.#wasThere;
  }

  *#end(): Generator<Piece> {
    const text = this.#piece.trim();
    this.#piece = '';
    if (this.#inArray) {
      if (text !== '') yield { kind: 'element', text };
      return;
    }
    if (this.#member !== '' && text !== '') yield { kind: 'member', name: this.#member, text };
    this.#member = '';
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#inArray) this.#inArray = false;
    else this.#isDone = true;
  }

  #add(text: string): void {
    this.#piece += text;
    if (this.#piece.length > this.longest) throw new PieceTooLong();
  }
}
