import { Lexer, type Token, type Tokens, type TokensList } from 'marked';
import { BoundedTokenizer, type LexingWatch } from './bounded-tokenizer.js';
import { mathsExtension, mayHaveMaths } from './maths.js';

type Links = TokensList['links'];

/** What lexing has cost, in characters looked at. */
export interface LexingWork {
  units: number;
  /** How often a text had to stay as it stands. */
  failures: number;
}

/** Where a stretch of blocks ends that share what their lexing may cost, and how much of that is left. */
interface Section {
  readonly end: number;
  left: number;
}

/** Where a block of the text begins, how many tokens stand before it, and how many texts within them wait to be lexed. */
interface Beginning {
  readonly at: number;
  readonly tokens: number;
  readonly queued: number;
  readonly section: Section;
}

const maxDepth = 32;
/** An honest text costs 5 to 20 for a character. */
const unitsPerCharacter = 150;
const unitsPerSection = 4_000;
/** A blank line, and behind it nothing that could go on with a list, a quote or indented code. */
const boundary = /\n[ \t]*\n(?=[^\s>*+\-\d])/g;

/** A stretch of text as it stands: it is shown to the letter. */
export const plainToken = (text: string): PlainToken => ({
  type: 'html',
  block: true,
  pre: false,
  raw: text,
  text,
  isPlain: true,
});

/** Whether a token is one. */
export const isPlain = (token: Token | undefined): boolean => token !== undefined && 'isPlain' in token;

type PlainToken = Tokens.HTML & { isPlain: true };

/**
 * A lexer whose work grows with its text and no faster, whatever the text is. It counts what it does; blocks that cost
 * more than their length allows, or that marked fails at, stay plain text, and what stands beside them does not. Quotes,
 * lists, emphasis and links are read to a depth that overflows no stack.
 */
export class BoundedLexer extends Lexer implements LexingWatch {
  readonly mathsCost: number;
  #depth = 0;
  #definitions = 0;
  #inlineDepth = 0;
  #section: Section = { end: 0, left: 0 };
  /** One of each token, and one behind the last. */
  readonly #beginnings: Beginning[] = [];

  constructor(
    private readonly text: string,
    links: Links,
    private readonly work: LexingWork,
  ) {
    const tokenizer = new BoundedTokenizer();
    const hasMaths = mayHaveMaths(text);
    super({ gfm: true, extensions: hasMaths ? mathsExtension : null, tokenizer });
    tokenizer.watch = this;
    this.mathsCost = hasMaths ? Math.min(200, text.length / 8) : 0;
    Object.assign(this.tokens.links, links);
  }

  get isTop(): boolean {
    return this.#depth === 1;
  }

  spend(units: number): void {
    const section = this.#section;
    // What is refused is not done.
    this.work.units += Math.max(0, Math.min(units, section.left));
    section.left -= units;
    if (section.left < 0) throw new RangeError('This text costs more to lex than its length allows.');
  }

  enterBlock(rest: string): void {
    if (!this.isTop) return;
    this.#begin(this.text.length - rest.length);
    this.spend(100);
  }

  /** All blocks of the text. */
  blocks(): Token[] {
    let at = 0;
    while (at < this.text.length) at = this.#lexFrom(at);
    this.#begin(this.text.length);
    this.#definitions = Object.keys(this.tokens.links).length;
    return this.#withInline();
  }

  /** The text as one that stands within a paragraph. */
  inlineOnly(): Token[] {
    this.#section = sectionFrom(this.text, 0);
    this.#section.left += unitsPerCharacter * (this.text.length - this.#section.end);
    this.#definitions = Object.keys(this.tokens.links).length;
    try {
      return this.inlineTokens(this.text);
    } catch {
      this.work.failures += 1;
      return [plainToken(this.text)];
    }
  }

  override blockTokens(source: string, tokens?: Token[], isContinued?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isContinued?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isContinued = false): Token[] {
    if (this.#depth > maxDepth) {
      tokens.push(plainToken(source));
      return tokens;
    }
    this.#depth += 1;
    try {
      if (this.#depth > 1) this.spend(150 + 4 * source.length);
      return super.blockTokens(source, tokens, isContinued);
    } finally {
      this.#depth -= 1;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    this.spend(20 + 4 * source.length + this.#maskingCost(source));
    if (this.#inlineDepth >= maxDepth) {
      tokens.push(plainToken(source));
      return tokens;
    }
    this.#inlineDepth += 1;
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      this.#inlineDepth -= 1;
    }
  }

  /** Lexes blocks until one fails, which stays as it stands; answers where it came to. */
  #lexFrom(at: number): number {
    let last = this.#begin(at);
    try {
      this.blockTokens(this.text.slice(at), this.tokens);
      return this.text.length;
    } catch {
      last = this.#beginnings.at(-1) ?? last;
      this.tokens.length = last.tokens;
      this['inlineQueue'].length = last.queued;
      this.#fail();
      this.tokens.push(plainToken(this.text.slice(last.at, last.section.end)));
      return last.section.end;
    }
  }

  #begin(at: number): Beginning {
    if (at >= this.#section.end) this.#section = sectionFrom(this.text, at);
    const queued = this['inlineQueue'].length;
    const beginning = { at, tokens: this.tokens.length, queued, section: this.#section };
    this.#beginnings[this.tokens.length] = beginning;
    return beginning;
  }

  /** Only now, when all definitions are known, is lexed what stands within the blocks. */
  #withInline(): Token[] {
    return this.tokens.map((token, index) => {
      const from = this.#beginnings[index];
      const to = this.#beginnings[index + 1];
      if (!from || !to) return token;
      this.#section = from.section;
      try {
        for (const { src, tokens } of this['inlineQueue'].slice(from.queued, to.queued)) this.inlineTokens(src, tokens);
        return token;
      } catch {
        this.#fail();
        return plainToken(this.text.slice(from.at, to.at));
      }
    });
  }

  #fail(): void {
    this.work.failures += 1;
    this.state = { inLink: false, inRawBlock: false, top: true };
  }

  /** Marked copies the text for each escape, piece of code, tag and link in it, and looks for each definition. */
  #maskingCost(source: string): number {
    const copies = source.match(/[\\`>]|\]\(/g)?.length ?? 0;
    const definitions = this.#definitions * (1 + (source.match(/\[/g)?.length ?? 0));
    return (copies * source.length) / 32 + definitions;
  }
}

function sectionFrom(text: string, at: number): Section {
  boundary.lastIndex = at;
  const end = boundary.test(text) ? boundary.lastIndex : text.length;
  return { end, left: unitsPerSection + unitsPerCharacter * (end - at) };
}
