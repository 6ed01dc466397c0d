/** What came out of an export while it arrived. */
export type Piece =
  /** A member of the file beside its conversations. */
  | { kind: 'member'; name: string; text: string }
  /** A conversation begins. */
  | { kind: 'begin' }
  /** A member of the conversation beside its lists. */
  | { kind: 'field'; name: string; text: string }
  /** The next element of one of its lists. */
  | { kind: 'item'; name: string; text: string }
  | { kind: 'end' };

/** The text cannot be what is expected, whatever follows. */
export class NotTheShape extends Error {}

/** One piece is longer than was allowed. */
export class PieceTooLong extends Error {}

interface Level {
  is: 'file' | 'conversations' | 'conversation' | 'list';
  name: string;
}

const inside: Readonly<Record<Level['is'], { closer: string; opener?: string; isObject: boolean }>> = {
  file: { closer: '}', opener: '[', isObject: true },
  conversations: { closer: ']', opener: '{', isObject: false },
  conversation: { closer: '}', opener: '[', isObject: true },
  list: { closer: ']', isObject: false },
};
const lists = new Set(['messages', 'summaries', 'agreementMaps', 'mergedAnswers', 'settleRounds', 'assessments']);
const blank = /\s/;
/** Values within one piece: an empty object takes many times the memory of its two characters. */
const maxValues = 10_000;

/**
 * Cuts an export into its parts while the text arrives: neither the file nor a conversation of it is ever in memory as a
 * whole. The pieces themselves are for JSON.parse to judge.
 */
export class ExportPieces {
  readonly #levels: Level[] = [];
  #depth = 0;
  #isDone = false;
  #wasThere = false;
  #inString = false;
  #isEscaped = false;
  #piece = '';
  #values = 0;
  #member: string | undefined;

  constructor(private readonly longest: number) {}

  /** Whether the file has ended, and the conversations stood in it. */
  get isDone(): boolean {
    return this.#isDone && this.#wasThere;
  }

  /** Characters of the piece that is not whole yet. */
  get held(): number {
    return this.#piece.length;
  }

  *take(text: string): Generator<Piece> {
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (this.#inString) {
        at = this.#throughString(text, at);
        continue;
      }
      const sign = text[at]!;
      const level = this.#levels.at(-1);
      if (!level) {
        start = at + 1;
        if (blank.test(sign)) continue;
        if (sign !== '{' || this.#isDone) throw new NotTheShape();
        this.#levels.push({ is: 'file', name: '' });
      } else if (sign === '"') {
        this.#inString = true;
      } else if (this.#depth > 0) {
        this.#takeInside(sign);
      } else if (sign === ',' || sign === '}' || sign === ']') {
        this.#add(text.slice(start, at));
        start = at + 1;
        yield* this.#endOfValue(level);
        if (sign !== ',') yield* this.#close(level, sign);
      } else if (sign === ':' && inside[level.is].isObject && this.#member === undefined) {
        this.#member = JSON.parse(this.#piece + text.slice(start, at)) as string;
        this.#piece = '';
        start = at + 1;
      } else if (sign === '{' || sign === '[') {
        if (this.#opens(level, sign)) {
          start = at + 1;
          yield* this.#open(level);
        } else this.#depth = 1;
      }
    }
    if (start < text.length) this.#add(text.slice(start));
  }

  #takeInside(sign: string): void {
    if (sign === '{' || sign === '[') this.#depth += 1;
    else if (sign === '}' || sign === ']') this.#depth -= 1;
    else if (sign !== ',') return;
    this.#values += 1;
    if (this.#values > maxValues) throw new NotTheShape();
  }

  /** The last index of the string that was looked at. */
  #throughString(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (text[at] === '\\') this.#isEscaped = true;
      else if (text[at] === '"') {
        this.#inString = false;
        return at;
      }
    }
    return text.length;
  }

  #opens({ is }: Level, sign: string): boolean {
    if (inside[is].opener !== sign) return false;
    if (is === 'file') return this.#member === 'conversations';
    return is === 'conversations' || lists.has(this.#member ?? '');
  }

  *#open({ is }: Level): Generator<Piece> {
    const name = this.#member ?? '';
    this.#member = undefined;
    this.#piece = '';
    if (is === 'file') {
      this.#wasThere = true;
      this.#levels.push({ is: 'conversations', name });
    } else if (is === 'conversations') {
      this.#levels.push({ is: 'conversation', name });
      yield { kind: 'begin' };
    } else this.#levels.push({ is: 'list', name });
  }

  *#endOfValue(level: Level): Generator<Piece> {
    const text = this.#piece.trim();
    const name = this.#member;
    this.#piece = '';
    this.#values = 0;
    this.#member = undefined;
    if (text === '') return;
    if (level.is === 'list') yield { kind: 'item', name: level.name, text };
    // A conversation that is no object, or a value without a name.
    else if (level.is === 'conversations' || name === undefined) throw new NotTheShape();
    else yield { kind: level.is === 'file' ? 'member' : 'field', name, text };
  }

  *#close(level: Level, sign: string): Generator<Piece> {
    if (sign !== inside[level.is].closer) throw new NotTheShape();
    this.#levels.pop();
    if (level.is === 'conversation') yield { kind: 'end' };
    if (level.is === 'file') this.#isDone = true;
  }

  #add(text: string): void {
    this.#piece += text;
    if (this.#piece.length > this.longest) throw new PieceTooLong();
  }
}
