import type { TokenizerExtensionFunction, TokenizerStartFunction, Tokens } from 'marked';

/** A formula of a reply, between the delimiters that TeX knows; its backslashes, stars and bars are its own. */
export interface Maths extends Tokens.Generic {
  type: 'maths';
  text: string;
  /** On a line of its own. */
  isDisplayed: boolean;
}

// Bounded, so that a bracket that is never closed costs little. Dollars are prices too: those of a formula touch it.
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

/** How far a dollar is looked for: lexing searches again after every piece of text. */
const ahead = 2_000;
const start: TokenizerStartFunction = (source) => {
  const at = source.slice(0, ahead).search(dollar);
  return at === -1 ? undefined : at;
};

/** What makes marked see formulas. */
export const mathsExtension = { renderers: {}, childTokens: {}, inline: [maths], startInline: [start] };

/** Whether a text can have any. */
export const mayHaveMaths = (text: string): boolean => /[$\\]/.test(text);
