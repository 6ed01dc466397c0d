import { Tokenizer, type Tokens, type TokensList } from 'marked';

/** Counts what a tokenizer does, and stops it by throwing. */
export interface LexingWatch {
  /** One unit is about one character that a rule looks at. */
  spend(units: number): void;
  /** Blocks are looked for in `rest`, at any depth. */
  enterBlock(rest: string): void;
  /** How much more costly it is to go on at a place with formulas about. */
  readonly mathsCost: number;
  readonly isTop: boolean;
}

const emailRun = /^[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]*/;
const emailStart = /^[A-Za-z0-9._+-]*/;
const urlStart = /^(?:ftp:\/\/|https?:\/\/|www\.)[^\s<]*/i;
const urlEnds = /[?!.,:;*_'"~()&]/g;
const futileMarks = /^(?:\*+|_+)(?=\s|$)/;
const withinWord = /^_+[\p{L}\p{N}]/u;
const letterOrDigit = /[\p{L}\p{N}]$/u;
// Marked's own label of a link, as far as it goes.
const label = /^!?\[(?:\[(?:\\.|[^[\]\\])*\]|\\.|`[^`]*`|[^[\]\\`])*/;
const target = /^\]\((\s*)([^ \t\n]*)(\s*["'(])?/;
const delimiterRow = /^[ |:-]+$/;

const cellCost = 60;
const pieceCost = 60;
/** Beyond this many characters an address in the text is not made a link. */
const maxAddressLength = 4_000;

/**
 * Marked's rules, each of which says what it costs. A rule that finds nothing has read to the end of its text, and will
 * again at the next mark: that is what makes hostile texts costly. What a single rule may cost more than once per
 * character is spent beforehand.
 */
export class BoundedTokenizer extends Tokenizer {
  watch!: LexingWatch;
  #closers = { text: '', '*': -1, _: -1 };

  override space(source: string): Tokens.Space | undefined {
    this.watch.enterBlock(source);
    return super.space(source);
  }

  /** Marked notes definitions but not where they stood, which lexing on from behind one needs. */
  override def(source: string): Tokens.Def | undefined {
    const token = super.def(source);
    const { tokens } = this.lexer;
    const last = tokens.at(-1)?.type;
    if (token && this.watch.isTop && last !== 'paragraph' && last !== 'text') tokens.push(token);
    return token;
  }

  /** A short row of a wide table is filled up with cells. */
  override table(source: string): Tokens.Table | undefined {
    const [head = '', delimiters = ''] = source.split('\n', 2);
    if (!delimiterRow.test(delimiters)) return undefined;
    this.watch.spend(head.split('|').length * linesOf(source).length * cellCost);
    return super.table(source);
  }

  /** Each line without a mark begins a part of its own, of all lines that are left. */
  override blockquote(source: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}>/.test(source)) return undefined;
    const lines = linesOf(source);
    const unmarked = lines.filter((line) => !/^ {0,3}>/.test(line));
    this.watch.spend((lines.length * unmarked.length) / 8);
    return super.blockquote(source);
  }

  override lheading(source: string): Tokens.Heading | undefined {
    // Within a list each line looks through all that are left.
    if (!this.watch.isTop) this.watch.spend(source.length);
    return super.lheading(source);
  }

  /** What is done at each piece of a text comes here first. */
  override escape(source: string): Tokens.Escape | undefined {
    this.watch.spend(pieceCost + this.watch.mathsCost);
    const first = source.charAt(0);
    if (first === '$') this.watch.spend(Math.min(source.length, 600));
    if (first !== '\\') return undefined;
    const token = super.escape(source);
    if (token?.text === '[' || token?.text === '(') this.watch.spend(Math.min(source.length, 2_000));
    return token;
  }

  override tag(source: string): Tokens.Tag | undefined {
    return /^<[a-zA-Z/!?]/.test(source) ? this.#count(source, super.tag(source)) : undefined;
  }

  override autolink(source: string): Tokens.Link | undefined {
    return /^<[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]/.test(source) ? this.#count(source, super.autolink(source)) : undefined;
  }

  override link(source: string): Tokens.Link | Tokens.Image | undefined {
    if (!/^!?\[/.test(source)) return undefined;
    const from = label.exec(source)?.[0].length ?? 0;
    this.watch.spend(4 * from);
    const found = target.exec(source.slice(from));
    if (!found) return undefined;
    // At each of these a title may begin, which is looked for to the end.
    const [, space = '', address = '', title = ''] = found;
    const titles = (address.match(/["'(]/g)?.length ?? 0) + (title ? 1 : 0);
    this.watch.spend(space.length * space.length + address.length + titles * (source.length - from));
    return super.link(source);
  }

  override reflink(source: string, links: TokensList['links']): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    return /^!?\[/.test(source) ? super.reflink(source, links) : undefined;
  }

  override emStrong(source: string, maskedSource: string, before = ''): Tokens.Em | Tokens.Strong | undefined {
    const run = /^(?:\*+|_+)/.exec(source)?.[0].length ?? 0;
    if (run === 0 || futileMarks.test(source)) return undefined;
    if (withinWord.test(source) && letterOrDigit.test(before)) return undefined;
    if (!this.#mayClose(maskedSource, source.charAt(0), maskedSource.length - source.length + run)) return undefined;
    this.watch.spend(run * 10);
    return this.#count(source, super.emStrong(source, maskedSource, before), 5);
  }

  /** The end is a run of as many backticks, compared with at every place. */
  override codespan(source: string): Tokens.Codespan | undefined {
    const run = /^`+/.exec(source)?.[0].length ?? 0;
    if (run === 0) return undefined;
    if (run > 1) this.watch.spend(run * source.length);
    return this.#count(source, super.codespan(source));
  }

  override del(source: string): Tokens.Del | undefined {
    return /^~~?[^\s~]/.test(source) ? this.#count(source, super.del(source)) : undefined;
  }

  /** What an address ends with is taken off it piece by piece. */
  override url(source: string): Tokens.Link | undefined {
    const address = urlStart.exec(source)?.[0];
    if (address === undefined) this.watch.spend(emailStart.exec(source)?.[0].length ?? 0);
    else if (address.length > maxAddressLength) return undefined;
    else this.watch.spend(address.length * (1 + (address.match(urlEnds)?.length ?? 0)));
    return super.url(source);
  }

  override inlineText(source: string): Tokens.Text | undefined {
    const token = super.inlineText(source);
    this.watch.spend((emailRun.exec(source)?.[0].length ?? 0) + (token?.raw.length ?? 0));
    return token;
  }

  /** Whether a mark that can close emphasis stands behind `from`: one behind a space never can. */
  #mayClose(text: string, mark: string, from: number): boolean {
    if (this.#closers.text !== text) this.#closers = { text, '*': lastCloser(text, '*'), _: lastCloser(text, '_') };
    return this.#closers[mark as '*' | '_'] >= from;
  }

  #count<Found extends { raw: string }>(source: string, token: Found | undefined, times = 1): Found | undefined {
    this.watch.spend(times * (token ? token.raw.length : source.length));
    return token;
  }
}

/** The lines up to the next empty one. */
function linesOf(source: string): string[] {
  const end = source.indexOf('\n\n');
  return source.slice(0, end === -1 ? undefined : end).split('\n');
}

function lastCloser(text: string, mark: string): number {
  let at = text.lastIndexOf(mark);
  while (at > 0 && isBefore(mark, text.charAt(at - 1))) at = text.lastIndexOf(mark, at - 1);
  return at === 0 ? -1 : at;
}

const isBefore = (mark: string, character: string) => character === mark || /\s/.test(character);
