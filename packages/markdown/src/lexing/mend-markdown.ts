// A reply is cut anywhere while it streams. What the next characters will complete is completed for the eye, so that
// `**bo` is bold at once; a table that has no row yet waits for it. Only the open block passes through here.

const bareMarker = /(^|\n)[ \t]*(?:#{1,6}|>+|[-*+]|-{2,}|={1,}|\d{1,9}[.)]|`{1,2}|~{1,2}|\|)[ \t]*$/;
const halfAutolink = /<(?:http.*|h(?:tt?)?)?$/;
const delimiterRow = /^[ \t]*\|?[ \t:|-]*$/;

/** Completes or hides the half-written syntax at the end of an open block. */
export function mendMarkdown(open: string): string {
  return mendInline(mendTable(open.replace(bareMarker, '')));
}

/**
 * A table is shown once its first row is whole: then it is known how many columns it has, on which side their text
 * stands and how wide they are, and nothing that comes later rearranges it.
 */
function mendTable(open: string): string {
  const rows = open.split('\n');
  const header = rows.findIndex((row) => row.trimStart().startsWith('|'));
  if (header === -1) return open;
  const [, delimiter = '', first = '', ...others] = rows.slice(header);
  const isTable = delimiterRow.test(delimiter) && (first === '' || first.trimStart().startsWith('|'));
  return isTable && others.length === 0 ? rows.slice(0, header).join('\n') : open;
}

function mendInline(open: string): string {
  const start = open.lastIndexOf('\n\n') + 1;
  const before = open.slice(0, start);
  let text = open.slice(start);
  if (count(text, '`') % 2 === 1) return before + (text.endsWith('`') ? text.slice(0, -1) : `${text}\``);
  text = mendAutolink(mendLink(text));
  const plain = text.replace(/`[^`]*`/g, (code) => 'x'.repeat(code.length));
  return before + closeEmphasis(text, plain);
}

/** Shows of a half-written link what it is called. Each bracket is looked at once, however many there are. */
function mendLink(text: string): string {
  const lastRound = text.lastIndexOf(')');
  let open = text.indexOf('[', text.lastIndexOf('\n') + 1);
  while (open !== -1) {
    const close = text.indexOf(']', open);
    const isHalf = close === -1 || close === text.length - 1 || (text[close + 1] === '(' && lastRound < close);
    if (isHalf) {
      const start = text[open - 1] === '!' ? open - 1 : open;
      return text.slice(0, start) + text.slice(open + 1, close === -1 ? undefined : close);
    }
    open = text.indexOf('[', close);
  }
  return text;
}

/** Hides a half-written address in angles: it is in the last word. */
function mendAutolink(text: string): string {
  const from = Math.max(...[' ', '\n', '\t', '>'].map((end) => text.lastIndexOf(end))) + 1;
  return text.slice(0, from) + text.slice(from).replace(halfAutolink, '');
}

/** Innermost first: an odd number of markers means that the last is open, or has just been typed. */
function closeEmphasis(text: string, plain: string): string {
  for (const marker of ['**', '__', '~~']) {
    if (plain.endsWith(marker) && count(plain, marker) % 2 === 1) return text.slice(0, -marker.length);
  }
  const dangling = /(?<![*_~])[*_~]$/.exec(plain) && isOddSingle(plain, plain.at(-1) ?? '') ? 1 : 0;
  let mended = text.slice(0, text.length - dangling);
  const rest = plain.slice(0, plain.length - dangling);
  if (dangling === 0 && isOddSingle(rest, '*') && /(^|[\s(])\*[^\s*][^*]*$/.test(rest)) mended += '*';
  for (const marker of ['**', '__', '~~']) {
    if (count(rest, marker) % 2 === 1) mended = mended.trimEnd() + marker;
  }
  return mended;
}

function isOddSingle(text: string, marker: string): boolean {
  return count(text.replaceAll(marker + marker, ''), marker) % 2 === 1;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
