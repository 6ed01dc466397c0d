// None of these backtracks over more than a bounded stretch, so that no text, however hostile, takes long.
const fence = /^ {0,3}(?:`{3,}|~{3,})[\w+#.-]*$/gm;
const lineStart = /^[ \t]*(?:#{1,6}|>+|[-+*])[ \t]+(?:\[[ xX]\][ \t]+)?/gm;
const ruler = /(?<=^|[\s|])(?::-+:?|-+:|[-=_*]{3,})(?=[\s|]|$)/gm;
const link = /!?\[([^[\]\n]{0,300})\]\([^()\s]{0,2000}\)/g;
const bar = /\||<br ?\/?>/g;
const emphasis = /\*+|`+|~{2,}|(?<!\w)__|__(?!\w)/g;

/** The words of a reply on one line, without the marks that say how it is to look: a list is read, not rendered. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(fence, '')
    .replace(lineStart, '')
    .replace(link, '$1')
    .replace(ruler, '')
    .replace(bar, ' ')
    .replace(emphasis, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const marks = /\p{M}+/gu;
const opening = /^[^\p{L}\p{N}]+/u;

/** What a text is sorted by: its letters and digits as one reads them, so that “Émile” stands beside "Emil". */
export function sortKeyOf(words: string): string {
  const letters = words.normalize('NFKD').replace(marks, '').toLowerCase();
  return [...(letters.replace(opening, '') || letters)].slice(0, 60).join('');
}
