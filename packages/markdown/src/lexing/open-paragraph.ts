import type { Token, Tokens, TokensList } from 'marked';
import type { LexingWork } from './bounded-lexer.js';
import { lexInline } from './lex-reply.js';
import { mendMarkdown } from './mend-markdown.js';

/** Characters at which the beginning of a paragraph is worth keeping. */
const minLength = 600;
/** A word ends, and the next begins with a letter: nothing that could open another block. */
const seam = /(?:(?<=\S) |[。！？])(?=\p{L})/gu;

/**
 * The paragraph at the end of a text that grows. Its finished words are lexed once; only what comes after them is lexed
 * again.
 */
export class OpenParagraph {
  #kept: readonly Token[] = [];
  #length = 0;

  constructor(
    /** Where in the text the paragraph begins. */
    readonly start: number,
    private readonly links: TokensList['links'],
    private readonly work: LexingWork,
  ) {}

  /** What of its text has to be lexed. */
  rest(tail: string): string {
    return tail.slice(this.#length);
  }

  /** The paragraph whole, from what was kept and what the rest was lexed to; undefined when that is no paragraph. */
  with(first: Token | undefined): Tokens.Paragraph | undefined {
    if (first?.type !== 'paragraph') return undefined;
    const paragraph = first as Tokens.Paragraph;
    return { ...paragraph, tokens: [...this.#kept, ...paragraph.tokens] };
  }

  /** Keeps the words that can no longer change. */
  keep(tail: string): void {
    const rest = this.rest(tail);
    if (rest.length < minLength) return;
    const at = [...rest.slice(0, -200).matchAll(seam)].at(-1);
    if (!at) return;
    const text = rest.slice(0, at.index + at[0].length);
    if (!isWhole(text)) return;
    this.#kept = [...this.#kept, ...lexInline(text, this.links, this.work)];
    this.#length += text.length;
  }
}

/** Whether every mark of the text is closed within it. */
function isWhole(text: string): boolean {
  const count = (mark: string) => text.split(mark).length;
  const isEven = (mark: string) => count(mark) % 2 === 1;
  return (
    mendMarkdown(text) === text &&
    !text.includes('<') &&
    count('[') === count(']') &&
    count('\\(') === count('\\)') &&
    isEven('`') &&
    isEven('$')
  );
}
