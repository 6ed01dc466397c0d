import type { MarkedToken, Token } from 'marked';
import { decodeEntities } from './decode-entities.js';
import { lexBlocks } from '../lexing/lex-reply.js';
import type { Maths } from '../lexing/maths.js';

/** What of a long reply is lexed: more than any preview shows. */
const maxLexed = 4_000;

/** The words of the beginning of a reply on one line, without the marks that say how it is to look. */
export const plainText = (markdown: string): string => wholePlainText(markdown.slice(0, maxLexed));

/** The same of all of a reply: what positions of quotes refer to. */
export function wholePlainText(markdown: string): string {
  return textOf(lexBlocks(markdown)).replaceAll(/\s+/g, ' ').trim();
}

/** The same of what was lexed already; the spaces are not tidied. */
export const textOf = (tokens: readonly Token[] | undefined): string =>
  (tokens ?? []).map((token) => textIn(token as MarkedToken | Maths)).join('');

function textIn(token: MarkedToken | Maths): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
      return textOf(token.tokens);
    case 'heading':
    case 'paragraph':
    case 'blockquote':
      return ` ${textOf(token.tokens)} `;
    case 'list':
      return token.items.map(({ tokens }) => ` ${textOf(tokens)} `).join('');
    case 'table':
      return [token.header, ...token.rows].flatMap((row) => row.map(({ tokens }) => ` ${textOf(tokens)} `)).join('');
    case 'text':
      return token.tokens ? textOf(token.tokens) : decodeEntities(token.text);
    case 'escape':
      return decodeEntities(token.text);
    case 'code':
    case 'codespan':
    case 'maths':
    case 'image':
      return ` ${token.text} `;
    case 'html':
      return token.raw;
    default:
      return ' ';
  }
}
