import type { Token, TokensList } from 'marked';
import { BoundedLexer, type LexingWork } from './bounded-lexer.js';

type Links = TokensList['links'];

const nothing: Links = {};
const noWork = (): LexingWork => ({ units: 0, failures: 0 });

/** The blocks of a piece of a reply: GitHub's markdown, and formulas. `links` are those defined before it. */
export const lexBlocks = (text: string, links = nothing, work: LexingWork = noWork()): Token[] =>
  new BoundedLexer(text.replaceAll(/\r\n?/g, '\n'), links, work).blocks();

/** The same for what stands within a paragraph. */
export const lexInline = (text: string, links = nothing, work: LexingWork = noWork()): Token[] =>
  new BoundedLexer(text, links, work).inlineOnly();
