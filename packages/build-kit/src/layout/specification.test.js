import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { clausesOf, hasTest, misnumbered } from './specification.js';

const root = join(import.meta.dirname, '../../../..');
const clauses = clausesOf(readFileSync(join(root, 'docs/specification.md'), 'utf8'));

/** @type {Map<string, string | undefined>} */
const sources = new Map();
/** @param {string} file */
function sourceOf(file) {
  if (!sources.has(file)) {
    const path = join(root, file);
    sources.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  }
  return sources.get(file);
}

describe('the table of the specification', () => {
  test('has all 323 clauses of its nine sections in their order, then what use has found', () => {
    expect(misnumbered(clauses)).toEqual([]);
    const specified = clauses.filter(({ number }) => !number.startsWith('10.'));
    expect(specified).toHaveLength(323);
    expect(specified.at(-1)?.number).toMatch(/^9\./);
    expect(clauses.at(-1)?.number).toMatch(/^10\./);
  });

  test('names a test of each clause that is there', () => {
    const lost = clauses.flatMap(({ number, held }) =>
      held
        .filter(({ file, title }) => {
          const source = sourceOf(file);
          return source === undefined || !hasTest(source, title);
        })
        .map(({ file, title }) => `${number}: ${file} has no test "${title}"`),
    );
    expect(lost).toEqual([]);
  });

  test('says why a clause has none', () => {
    expect(clauses.filter(({ held, reason }) => held.length === 0 && !reason)).toEqual([]);
  });
});

test.each([
  ['a test', `it('is there', () => {`, true],
  ['a test in double quotes', `test("is there", async () => {`, true],
  ['a table of tests', `it.each([1])(\n  'is there',`, true],
  ['a row of a table', `[\n 'is there', 1]`, true],
  ['a part of a title', `it('is there again', () => {`, false],
  ['a comment', `// it is there`, false],
  ['an expectation', `expect(title).toBe(said + 'is there')`, false],
])('%s is taken for what it is', (_what, source, isThere) => expect(hasTest(source, 'is there')).toBe(isThere));

test('an apostrophe may be escaped', () => expect(hasTest(`it('says \\'No\\'', () => {`, `says 'No'`)).toBe(true));

test('a table that skips a clause or repeats one is not whole', () => {
  const numbered = (/** @type {string[]} */ ...numbers) =>
    clausesOf(numbers.map((number) => `| ${number} | words | \`a.test.ts\`: title |`).join('\n'));
  expect(misnumbered(numbered('1.1', '1.2', '2.1'))).toEqual([]);
  expect(misnumbered(numbered('1.1', '1.3'))).toEqual(['1.3']);
  expect(misnumbered(numbered('1.1', '1.1', '3.1'))).toEqual(['1.1', '3.1']);
});

test('what is no reference is the reason', () => {
  const [clause] = clausesOf('| 1.1 | words | By a person, at each release |');
  expect(clause).toEqual({ number: '1.1', held: [], reason: 'By a person, at each release' });
});
