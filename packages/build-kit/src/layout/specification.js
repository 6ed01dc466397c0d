/**
 * The table of docs/specification.md: each clause of the specification, and the tests that hold it.
 *
 * @typedef {{ number: string, held: { file: string, title: string }[], reason: string | undefined }} Clause
 */

const row = /^\| (\d+\.\d+) \| .+? \| (.+) \|$/gm;
const reference = /^`([^`]+)`: (.+)$/;

/** @param {string} text the document @returns {Clause[]} in its order */
export function clausesOf(text) {
  return [...text.matchAll(row)].map(([, number = '', cell = '']) => {
    const parts = cell.replaceAll('\\|', '|').split('<br>');
    const held = parts.flatMap((part) => {
      const [, file, title] = reference.exec(part.trim()) ?? [];
      return file && title ? [{ file, title }] : [];
    });
    return { number, held, reason: held.length === parts.length ? undefined : parts.join(' ') };
  });
}

/**
 * Whether a test file has a test of this title: as the first argument of a call, or as the name of a row of a table.
 *
 * @param {string} source @param {string} title
 */
export function hasTest(source, title) {
  const words = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return new RegExp(String.raw`[(\[]\s*(['"\`])${words}\1`).test(source);
}

/** Numbers that are missing or stand in the wrong place: each section counts from 1. @param {Clause[]} clauses */
export function misnumbered(clauses) {
  let [section, count] = [0, 0];
  return clauses.flatMap(({ number }) => {
    const [its, at] = number.split('.').map(Number);
    if (its === section + 1 && at === 1) [section, count] = [its, 1];
    else if (its === section && at === count + 1) count += 1;
    else return [number];
    return [];
  });
}
