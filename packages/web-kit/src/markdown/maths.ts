import {
  Lexer,
  type TokenizerExtensionFunction,
  type TokenizerStartFunction,
  type Tokens,
  type TokensList,
} from 'marked';

/** A formula of a reply, between the delimiters that TeX knows; its backslashes, stars and bars are its own. */
export interface Maths extends Tokens.Generic {
  type: 'maths';
  text: string;
  /** On a line of its own. */
  isDisplayed: boolean;
}

// Bounded, so that a bracket that is never closed is not dear. Dollars are prices too: those of a formula touch it.
const displayed = /^(?:\\\[([^\0]{1,2000}?)\\\]|\$\$([^$]{1,2000})\$\$)/;
const inLine = /^(?:\\\(([^\0]{1,1000}?)\\\)|\$(?!\s)([^$\n]{1,300})(?<!\s)\$(?![\w$]))/;
const dollar = /(?<![\w$\\])\$/;

const maths: TokenizerExtensionFunction = (source) => {
  const own = displayed.exec(source);
  const found = own ?? inLine.exec(source);
  if (!found) return undefined;
  const [raw, bracketed, between = ''] = found;
  return { type: 'maths', raw, text: (bracketed ?? between).trim(), isDisplayed: own !== null } satisfies Maths;
};
/** How far a dollar is looked for: lexing asks anew after every piece of text. */
const ahead = 2_000;
const start: TokenizerStartFunction = (source) => {
  const at = source.slice(0, ahead).search(dollar);
  return at === -1 ? undefined : at;
};

const extensions = { renderers: {}, childTokens: {}, inline: [maths], startInline: [start] };

/** A lexer for a piece of a reply: GitHub's markdown, and formulas where the piece can have any. */
export function replyLexer(text: string, links: TokensList['links'] = {}): Lexer {
  const lexer = new Lexer({ gfm: true, extensions: /[$\\]/.test(text) ? extensions : null });
  Object.assign(lexer.tokens.links, links);
  return lexer;
}
