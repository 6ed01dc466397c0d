import { Marked } from 'marked';
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

// Replies are hostile: HTML in them is shown as it was written, pictures stay text, and only web addresses are links.
const marked = new Marked({
  gfm: true,
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
