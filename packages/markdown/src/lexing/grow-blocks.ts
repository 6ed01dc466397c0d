import type { MarkedToken, Token, Tokens, TokensList } from 'marked';
import { isPlain, plainToken } from './bounded-lexer.js';
import { lexBlocks } from './lex-reply.js';
import { LexingAllowance } from './lexing-allowance.js';
import { mendMarkdown } from './mend-markdown.js';
import { openFence } from './open-fence.js';
import { OpenParagraph } from './open-paragraph.js';
import { OpenTable } from './open-table.js';

/** One block of a reply. `key` is its place in the text: the same block keeps its key while the text grows. */
export interface Block {
  readonly key: number;
  readonly token: MarkedToken;
  /** The second part of a list that was cut in two. */
  readonly continued?: boolean;
}

/** A reply in blocks, in groups: every group but the last is frozen and keeps its identity. */
export type Blocks = readonly (readonly Block[])[];

type Links = TokensList['links'];

const groupSize = 16;
const seamLength = 256;
/** A list longer than this is cut, so that its finished items freeze as well. */
const listPart = 12;
/** What a blank line ends for good; lists, quotes and indented code may go on after one. */
const settled = new Set(['paragraph', 'heading', 'table', 'hr', 'def']);
const isSettled = (token: Token | undefined) => isPlain(token) || settled.has(token?.type ?? '');
const blankEnd = /\n[ \t]*\n$/;
const definition = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Cuts a growing text into markdown blocks. Finished blocks are lexed once and frozen; only the last, open one is
 * lexed again as text arrives, so the cost of a token does not grow with the reply. Give it ever longer versions of
 * one text (any other text starts it afresh); the same text again answers the same object.
 */
export class BlockGrower {
  #text = '';
  #live = true;
  #frozenLength = 0;
  #checkedLength = 0;
  #links = Object.create(null) as Links;
  #isCut = false;
  #nextNumber: number | undefined;
  #groups: (readonly Block[])[] = [];
  #recent: readonly Block[] = [];
  #blocks: Blocks = [];
  #table: OpenTable | undefined;
  #paragraph: OpenParagraph | undefined;
  #allowance = new LexingAllowance();

  /** What lexing all versions of the text has cost, in characters looked at. */
  get work(): number {
    return this.#allowance.work;
  }

  grow(source: string, live: boolean): Blocks {
    const text = source.includes('\r') ? source.replaceAll('\r', '') : source;
    if (text === this.#text && live === this.#live) return this.#blocks;
    // Definitions and cut lists only read right as a whole, so a finished text that has them is lexed once more.
    const whole = !live && (this.#isCut || definition.test(text));
    if (whole || !this.#continues(text, live)) this.#restart();
    this.#text = text;
    this.#live = live;
    if (!live) this.#table = this.#paragraph = undefined;
    if (whole) for (const token of this.#lex(text)) this.#push(token);
    else this.#freeze();
    const current = [...this.#recent, ...this.#open()];
    this.#blocks = current.length > 0 ? [...this.#groups, current] : this.#groups;
    return this.#blocks;
  }

  /** While it streams a text is only ever appended to, so its seam says enough; the end is compared in full. */
  #continues(text: string, live: boolean): boolean {
    const seam = live ? Math.max(0, this.#text.length - seamLength) : 0;
    return text.startsWith(this.#text.slice(seam), seam) && text.startsWith(this.#text.slice(0, seamLength));
  }

  #restart(): void {
    this.#frozenLength = this.#checkedLength = 0;
    this.#allowance.begin();
    this.#links = Object.create(null) as Links;
    this.#isCut = false;
    this.#nextNumber = undefined;
    this.#groups = [];
    this.#recent = [];
    this.#table = this.#paragraph = undefined;
  }

  /** Only whole lines decide: `para⏎#` may become a heading or stay a paragraph. */
  #freeze(): void {
    const end = this.#text.lastIndexOf('\n') + 1;
    if (end <= this.#checkedLength) return;
    if (
      this.#live &&
      !this.#allowance.mayFreeze(end - this.#frozenLength, blankEnd.test(this.#text.slice(Math.max(0, end - 100), end)))
    )
      return;
    this.#checkedLength = end;
    if (this.#table?.add(this.#text.slice(this.#table.end, end))) return;
    this.#table = undefined;
    const lines = this.#text.slice(this.#frozenLength, end);
    if (openFence(lines)) return;
    const tokens = this.#lex(lines);
    const last = tokens.findLastIndex(({ type }) => type !== 'space');
    const tail = tokens[last];
    const ended = last < tokens.length - 1 ? isSettled(tail) : isPlain(tail) && blankEnd.test(lines.slice(-100));
    for (const token of ended ? tokens : tokens.slice(0, Math.max(last, 0))) this.#push(token);
    if (this.#live && tail?.type === 'list') this.#cut(tail as Tokens.List);
    if (this.#live && last === tokens.length - 1) this.#table = OpenTable.of(tail, end, (text) => this.#lex(text));
  }

  #push(token: Token): void {
    if (token.type === 'def') this.#define(token as Tokens.Def);
    else if (token.type !== 'space') this.#append(token);
    this.#freezeNext(token.raw.length);
  }

  #freezeNext(length: number): void {
    this.#frozenLength += length;
    this.#allowance.begin();
  }

  #define({ tag, href, title }: Tokens.Def): void {
    this.#links[tag] ??= { href, title };
  }

  #append(token: Token): void {
    const recent = [...this.#recent, this.#block(this.#frozenLength, token)];
    this.#nextNumber = undefined;
    if (recent.length < groupSize) this.#recent = recent;
    else [this.#groups, this.#recent] = [[...this.#groups, recent], []];
  }

  #cut(list: Tokens.List): void {
    if (list.items.length <= listPart) return;
    const items = list.items.slice(0, -1);
    const raw = items.map((item) => item.raw).join('');
    const next = list.ordered ? (this.#nextNumber ?? Number(list.start)) + items.length : 0;
    this.#append({ ...list, items, raw });
    this.#freezeNext(raw.length);
    this.#nextNumber = next;
    this.#isCut = true;
  }

  #block(key: number, token: Token): Block {
    const number = this.#nextNumber;
    if (number === undefined || token.type !== 'list' || key !== this.#frozenLength) {
      return { key, token: token as MarkedToken };
    }
    // The rest of a cut list goes on counting.
    const { ordered } = token as Tokens.List;
    return { key, token: { ...token, start: ordered ? number : '' } as Tokens.List, continued: true };
  }

  #open(): Block[] {
    const tail = this.#text.slice(this.#frozenLength);
    const fence = this.#live ? openFence(tail) : undefined;
    if (fence) return [{ key: this.#frozenLength, token: { type: 'code', raw: tail, ...fence } }];
    // As it stands until it is finished: lexed anew with every token it would hold up the page.
    if (this.#live && this.#allowance.isSpent(tail.length))
      return [{ key: this.#frozenLength, token: plainToken(tail) }];
    return this.#openTable() ?? this.#openText(tail);
  }

  #openTable(): Block[] | undefined {
    const table = this.#table?.with(mendMarkdown(this.#text.slice(this.#table.end)));
    return table && [{ key: this.#frozenLength, token: table }];
  }

  #openText(tail: string): Block[] {
    if (!this.#live) return this.#blocksOf(this.#lex(tail));
    if (this.#paragraph?.start !== this.#frozenLength) {
      this.#paragraph = new OpenParagraph(this.#frozenLength, this.#links, this.#allowance);
    }
    const [first, ...others] = this.#lex(mendMarkdown(this.#paragraph.rest(tail)));
    const paragraph = this.#paragraph.with(first);
    if (!paragraph) return this.#blocksOf(this.#lex(mendMarkdown(tail)));
    if (others.length === 0) this.#paragraph.keep(tail);
    return this.#blocksOf([paragraph, ...others]);
  }

  #blocksOf(tokens: readonly Token[]): Block[] {
    let key = this.#frozenLength;
    return tokens.flatMap((token) => {
      const block = this.#block(key, token);
      key += token.raw.length;
      return token.type === 'space' || token.type === 'def' ? [] : [block];
    });
  }

  #lex(text: string): Token[] {
    return lexBlocks(text, this.#links, this.#allowance);
  }
}
