// None of these backtracks over more than a bounded stretch, so that no text, however hostile, takes long.
const fence = /^ {0,3}(?:`{3,}|~{3,})[\w+#.-]*$/gm;
const lineStart = /^[ \t]*(?:#{1,6}|>+|[-+*])[ \t]+(?:\[[ xX]\][ \t]+)?/gm;
const ruler = /(?<=^|[\s|])(?::-+:?|-+:|[-=_*]{3,})(?=[\s|]|$)/gm;
const link = /!?\[([^[\]\n]{0,300})\]\([^()\s]{0,2000}\)/g;
const bar = /\||<br ?\/?>/g;
const underscored = /(?<!\w)_(?=[^\s_])([^_\n]{1,300})(?<=\S)_(?!\w)/g;
const emphasis = /\*+|`+|~{2,}|(?<!\w)__|__(?!\w)/g;

/** One of these stands in every text that any of the above would change. */
const anyMark = /[`*|]|~~|__|(?<!\w)_|\]\(|<br|:-|-:|[-=_]{3}|[^\S ]| {2}|^[ #>+-]| $/;

/** The words of a reply on one line, without the marks that say how it is to look: a list is read, not rendered. */
export const plainWords = (markdown: string): string => (anyMark.test(markdown) ? withoutMarks(markdown) : markdown);

/** The same, however long it takes: previews have no marks most of the time, and there are fifty on a page. */
export function withoutMarks(markdown: string): string {
  return markdown
    .replace(fence, '')
    .replace(lineStart, '')
    .replace(link, '$1')
    .replace(ruler, '')
    .replace(bar, ' ')
    .replace(underscored, '$1')
    .replace(emphasis, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** How a conversation is listed by the last text in it, and what it is sorted by. */
export interface Preview {
  preview: string;
  key: string;
}

const previewLength = 200;
/** What is looked at of a text: more than a preview keeps, as marks are left out. In characters, as PostgreSQL counts them. */
const previewedLength = 600;

export function previewOf(text: string): Preview {
  // As many UTF-16 units hold all of these characters.
  const begin = [...text.slice(0, previewedLength * 2)].slice(0, previewedLength).join('');
  const preview = [...plainWords(begin)].slice(0, previewLength).join('');
  return { preview, key: sortKeyOf(preview) };
}

const marks = /\p{M}+/gu;
const opening = /^[^\p{L}\p{N}]+/u;

/** What a text is sorted by: its letters and digits as one reads them, so that “Émile” stands beside "Emil". */
export function sortKeyOf(words: string): string {
  const letters = words.normalize('NFKD').replace(marks, '').toLowerCase();
  return [...(letters.replace(opening, '') || letters)].slice(0, 60).join('');
}
