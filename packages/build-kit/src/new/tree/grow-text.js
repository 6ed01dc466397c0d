/**
 * Puts a line behind the last that matches.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} line
 */
export function addLineAfter(text, pattern, line) {
  const lines = text.split('\n');
  if (lines.includes(line)) return text;
  const at = lines.findLastIndex((each) => pattern.test(each));
  if (at < 0) throw new Error(`No line matches ${pattern}, after which "${line}" would stand.`);
  return lines.toSpliced(at + 1, 0, line).join('\n');
}

/**
 * Replaces what a pattern finds, which must be there.
 * @param {string} text
 * @param {string | RegExp} pattern
 * @param {string} replacement
 */
export function replaceOnce(text, pattern, replacement) {
  const after = text.replace(pattern, replacement);
  if (after === text) throw new Error(`Nothing matches ${pattern}, in whose place something new would stand.`);
  return after;
}
