import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { isWebAddress } from './origin.rules.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, also within an attribute. */
export const text = (plain: string): string => plain.replaceAll(/[&<>"']/g, (character) => entities[character]!);

// As screens find them (packages/markdown), and to the letter: a file that is read offline brings no fonts of formulas.
const bracketed = /^\\(?:\[([^\0]{1,2000}?)\\\]|\(([^\0]{1,1000}?)\\\))/;
const dollars = /^(?:\$\$([^$]{1,2000})\$\$|\$(?!\s)([^$\n]{1,300})(?<!\s)\$(?![\w$]))/;

const formula: TokenizerAndRendererExtension = {
  name: 'formula',
  level: 'inline',
  start: (source) => {
    const at = source.slice(0, 2_000).search(/(?<![\w$\\])\$|\\[[(]/);
    return at === -1 ? undefined : at;
  },
  tokenizer(source) {
    const [raw, own, inLine] = bracketed.exec(source) ?? dollars.exec(source) ?? [];
    return raw === undefined ? undefined : { type: 'formula', raw, tex: (own ?? inLine ?? '').trim() };
  },
  renderer: ({ tex }) => `<code class="formula">${text(String(tex))}</code>`,
};

// Replies are hostile: HTML in them is shown as it was written, pictures stay text, and only web addresses are links.
const marked = new Marked({
  gfm: true,
  extensions: [formula],
  async: false,
  renderer: {
    html: ({ text: html }) => text(html),
    image: ({ text: alternative, href }) => text(alternative || href),
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens);
      return isWebAddress(href) ? `<a href="${text(href)}" rel="noreferrer noopener">${label}</a>` : label;
    },
  },
});

/** Markdown as HTML that does nothing but be read. */
export const htmlOf = (markdown: string): string => marked.parse(markdown) as string;
