// Text of shared files with one row more. What must be there and is not is a fault, not a silence; the new text is laid
// out by Prettier when it is written.

/**
 * Copies each row that a line begins, with all that is indented below it, behind the last of them: in a file where every
 * slice has its row, a new slice is given what another has.
 * @param {string} text
 * @param {RegExp} begins
 * @param {(row: string) => string} rename
 */
export function copyRows(text, begins, rename) {
  const lines = text.split('\n');
  const indent = (/** @type {string | undefined} */ line = '') => (line.trim() ? line.search(/\S/) : 0);
  /** @type {string[]} */
  const rows = [];
  let end = 0;
  for (const [index, line] of lines.entries()) {
    if (index < end || !begins.test(line)) continue;
    end = index + 1;
    while (indent(lines[end]) > indent(line)) end += 1;
    // Blocks stand apart, rows do not.
    const isApart = lines[index - 1] === '' || (lines[end] === '' && end < lines.length - 1);
    if (rows.length === 0 && end > index + 1 && isApart) rows.push('');
    rows.push(...lines.slice(index, end));
  }
  if (rows.length === 0) throw new Error(`No line matches ${begins}, whose row would be copied.`);
  return lines.toSpliced(end, 0, ...rename(rows.join('\n')).split('\n')).join('\n');
}

/**
 * Puts an element at the end of the list or object that stands under a name: `migrations: […]`, `const links = […]`.
 * @param {string} text
 * @param {string} name
 * @param {string} element
 */
export function append(text, name, element) {
  const head = new RegExp(`\\b${name}\\b[^\\n]*?[=:] (?=[[{])`).exec(text);
  if (!head) throw new Error(`There is no list ${name} to add ${element} to.`);
  const start = head.index + head[0].length;
  const end = closingOf(text, start);
  const before = text.slice(0, end).trimEnd();
  return `${before}${/[[{,]$/.test(before) ? '' : ','} ${element}${text.slice(end)}`;
}

/**
 * Where the bracket that opens at `start` closes.
 * @param {string} text
 * @param {number} start
 */
function closingOf(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if ('[{'.includes(text.charAt(at))) depth += 1;
    if (']}'.includes(text.charAt(at)) && (depth -= 1) === 0) return at;
  }
  throw new Error(`Nothing closes what opens with ${text.slice(start, start + 40)}.`);
}

/**
 * Imports one more name from a module.
 * @param {string} text
 * @param {string} name
 * @param {string} from
 */
export function addImport(text, name, from) {
  const known = new RegExp(`^import \\{([^}]*?),?\\s*\\} from '${from}';`, 'm');
  if (known.test(text)) return text.replace(known, `import {$1, ${name} } from '${from}';`);
  return addLineAfter(text, /^(import .*|\} )from '.*';$/, `import { ${name} } from '${from}';`);
}

/**
 * Puts a line behind the last that matches.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} line
 */
export function addLineAfter(text, pattern, line) {
  const lines = text.split('\n');
  const at = lines.findLastIndex((each) => pattern.test(each));
  if (at < 0) throw new Error(`No line matches ${pattern}, after which "${line}" would stand.`);
  return lines.toSpliced(at + 1, 0, line).join('\n');
}

/**
 * Replaces what a pattern finds, which must be there.
 * @param {string} text
 * @param {string | RegExp} pattern
 * @param {string | ((found: string) => string)} replacement
 */
export function replaceOnce(text, pattern, replacement) {
  const after = text.replace(pattern, /** @type {string} */ (replacement));
  if (after === text) throw new Error(`Nothing matches ${pattern}, in whose place something new would stand.`);
  return after;
}
