import { Linter } from 'eslint';
import { describe, expect, test } from '@jest/globals';
import { functionLength } from './function-length.js';

const file = 'src/a.js';
/**
 * @param {string} code
 * @param {Record<string, number[]>} [known]
 */
const reportsOf = (code, known = {}) =>
  new Linter({ cwd: '/repository' })
    .verify(code, configOf(known), { filename: `/repository/${file}` })
    .map(({ message, line }) => `${line}: ${message}`);

/**
 * @param {Record<string, number[]>} known
 * @returns {import('eslint').Linter.Config}
 */
const configOf = (known) => ({
  plugins: { layout: { rules: { 'function-length': functionLength } } },
  rules: { 'layout/function-length': ['error', { max: 4, known }] },
});

/** A function of so many lines of code. @param {number} count */
const ofLines = (count, head = 'function f() {', end = '}') =>
  [head, ...Array(count - 2).fill('  g();'), end].join('\n');
/** @param {number} line @param {number} length @param {number} allowed */
const long = (line, length, allowed) =>
  `${line}: This function has ${length} lines of code, ${allowed} are allowed: move a part of it into a function of its own.`;

describe('the length of functions', () => {
  test.each([
    ['a function', ofLines(5)],
    ['an arrow function', ofLines(5, 'const f = () => {')],
    ['a method', ofLines(5, 'x = { f() {', '} }')],
    ['a test', ofLines(5, "test('a', () => {", '})')],
    ['a test of a table', ofLines(5, "test.each([1])('%s', () => {", '})')],
  ])('%s has a limit', (_, code) => expect(reportsOf(code)).toEqual([long(1, 5, 4)]));

  test.each([
    ['a short function', ofLines(4)],
    ['blank lines and comments', 'function f() {\n\n  // a\n  /* b\n     c */\n\n  g();\n}'],
    ['a describe', ofLines(9, "describe('a', () => {", '})')],
    ['a describe of a table', ofLines(9, "describe.each([1])('%s', () => {", '})')],
    ['a describe of a template', ofLines(9, "describe.each`a`('b', () => {", '})')],
  ])('%s passes', (_, code) => expect(reportsOf(code)).toEqual([]));
});

describe('the list of exceptions', () => {
  const two = `${ofLines(9)}\n${ofLines(6, 'function h() {')}`;

  test('allows what it names, in any order', () => {
    expect(reportsOf(two, { [file]: [6, 9] })).toEqual([]);
    expect(reportsOf(ofLines(8), { [file]: [9] })).toEqual([]);
  });

  test('allows none of them to grow', () => {
    expect(reportsOf(two, { [file]: [8, 6] })).toEqual([long(1, 9, 8)]);
  });

  test('allows no further one', () => {
    expect(reportsOf(two, { [file]: [9] })).toEqual([long(10, 6, 4)]);
    expect(reportsOf(ofLines(5), { 'src/b.js': [9] })).toEqual([long(1, 5, 4)]);
  });

  test('keeps nothing that is no longer needed', () => {
    const entry = 'from the entry of this file in packages/build-kit/src/layout/long-functions.js';
    expect(reportsOf(ofLines(9), { [file]: [9, 6] })).toEqual([
      `1: Remove 6 ${entry}: 1 of its functions now have more than 4 lines.`,
    ]);
    expect(reportsOf(ofLines(4), { [file]: [9, 6] })).toEqual([
      `1: Remove 9, 6 ${entry}: 0 of its functions now have more than 4 lines.`,
    ]);
  });
});
