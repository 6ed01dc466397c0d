interface Fence {
  sign: string;
  length: number;
  indent: number;
}

/** Lines of inline code that every viewer takes for such: nothing else in them could take one of its ticks. */
const unsureOfTicks = /[\\|$]|\]\(|\]\[|\]:|:\/\/|www\./;
const opening = /^( {0,3})(?:(`{3,})[^`]*|(~{3,}).*)$/;

/**
 * A reply for a file of Markdown. Viewers take HTML as it stands, load pictures by themselves and follow links of any kind: here the tags of
 * a reply are text, as on our screens, its pictures and all links but to web addresses and mail, too. Code in fences stays to the letter; a
 * fence of which viewers may think differently is text as well, and one that was never closed is closed, so that it swallows nothing.
 */
export function inert(content: string): string {
  const lines = content.split(/\r\n|\r|\n/);
  const written: string[] = [];
  // Of what came before in the text: signs of formulas, which may hold a fence, and ticks that are left open in a paragraph.
  let [formulas, lastFormula, hasOpenTicks] = [0, 0, false];
  let textUntil = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const fence = openedBy(line);
    const mayHoldCode = fence && at >= textUntil && formulas % 2 === 0;
    const { end, isSure } = mayHoldCode ? endOf(fence, lines, at) : { end: at, isSure: false };
    if (fence && isSure) {
      const last = end < lines.length ? [] : [' '.repeat(fence.indent) + fence.sign.repeat(fence.length)];
      written.push(inertLine(line), ...lines.slice(at + 1, end + 1), ...last);
      hasOpenTicks = false;
      at = end;
      continue;
    }
    textUntil = Math.max(textUntil, end);
    if (line.includes('$$')) {
      formulas += line.split('$$').length - 1;
      lastFormula = written.length;
    }
    if (line.trim() === '') hasOpenTicks = false;
    const isClean = !hasOpenTicks && hasPairs(line);
    hasOpenTicks ||= !isClean;
    const hasCode = isClean && !fence && !unsureOfTicks.test(line);
    written.push(hasCode ? outsideCode(line) : fence ? unfenced(inertLine(line)) : inertLine(line));
  }
  // One that is left open may hold what the next reply begins.
  if (formulas % 2 === 1) written[lastFormula] = withoutLast(written[lastFormula]!, '$$', '&#36;&#36;');
  return written.join('\n');
}

function withoutLast(line: string, what: string, instead: string): string {
  const at = line.lastIndexOf(what);
  return line.slice(0, at) + instead + line.slice(at + what.length);
}

/** The same in one line, of which nothing counts as code. */
export function inertLine(text: string): string {
  if (!/[<![\]]/.test(text)) return text;
  return (
    text
      // Some viewers look for the other end of a name of a link in the lines that follow, even behind the beginning of code.
      .replaceAll(/\[(?=[^\]]*$)/g, '&#91;')
      .replaceAll(/\\?<((?:https?|mailto):[^\s<>]*)>/gi, '&lt;$1&gt;')
      .replaceAll(/\\?<(?=[a-z/!?])/gi, '&lt;')
      .replaceAll(/\\?!(?=\[)/g, '&#33;')
      .replaceAll(/\]\((?!(?:https?:\/\/|mailto:|#))/gi, ']&#40;')
      .replaceAll(/\]:(?!\s*https?:\/\/)/gi, ']&#58;')
  );
}

function openedBy(line: string): Fence | undefined {
  const [, indent = '', ticks, tildes = ''] = opening.exec(line) ?? [];
  const signs = ticks ?? tildes;
  return signs === '' ? undefined : { sign: signs[0]!, length: signs.length, indent: indent.length };
}

/** The line that ends a fence, beyond the last where none does; or, unsure, the line before which viewers may no longer agree. */
function endOf(fence: Fence, lines: readonly string[], from: number): { end: number; isSure: boolean } {
  const beginning = fence.sign.repeat(fence.length);
  const isLike = (line: string) => line.trimStart().startsWith(beginning) && /^[`~\s]*$/.test(line);
  const same = new RegExp(`^ {${fence.indent},3}${fence.sign}{${fence.length},} *$`);
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (same.test(line)) return { end: at, isSure: true };
    if (isLike(line)) return { end: at + 1, isSure: false };
    // A list that holds the fence would end here.
    if (line.trim() !== '' && line.search(/[^ ]/) < fence.indent) return { end: at, isSure: false };
  }
  return { end: lines.length, isSure: true };
}

/** Signs of a fence as text. */
const unfenced = (line: string): string =>
  line.replace(/^( *)(`{3,}|~{3,})/, (_all, indent: string, signs: string) => indent + signs.replaceAll(/./g, '\\$&'));

/** Each run of ticks is followed by its like. */
function hasPairs(line: string): boolean {
  if (!line.includes('`')) return true;
  const runs = (line.match(/`+/g) ?? []).map(({ length }) => length);
  return runs.length % 2 === 0 && runs.every((length, at) => length === runs[at ^ 1]);
}

const outsideCode = (line: string): string =>
  line
    .split(/((?<!`)(`+)(?!`).*?(?<!`)\2(?!`))/)
    .map((part, at) => (at % 3 === 0 ? inertLine(part) : at % 3 === 1 ? part : ''))
    .join('');
