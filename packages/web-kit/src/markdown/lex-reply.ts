import { Lexer, type Token, type TokensList } from 'marked';
import { mathsExtension, mayHaveMaths } from './maths.js';

type Links = TokensList['links'];

/** The blocks of a piece of a reply: GitHub's markdown, and formulas. `links` are those defined before it. */
export const lexBlocks = (text: string, links?: Links): Token[] => lexerFor(text, links).lex(text);

/** The same for what stands within a paragraph. */
export const lexInline = (text: string, links?: Links): Token[] => lexerFor(text, links).inlineTokens(text);

function lexerFor(text: string, links: Links = {}): Lexer {
  const lexer = new Lexer({ gfm: true, extensions: mayHaveMaths(text) ? mathsExtension : null });
  Object.assign(lexer.tokens.links, links);
  return lexer;
}
