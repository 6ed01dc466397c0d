import { Linter } from 'eslint';
import { describe, expect, test } from '@jest/globals';
import { functionLength } from './function-length.js';

/** @type {import('eslint').Linter.Config} */
const config = {
  plugins: { layout: { rules: { 'function-length': functionLength } } },
  rules: { 'layout/function-length': ['error', { max: 4 }] },
};
/** @param {string} code */
const reportsOf = (code) => new Linter().verify(code, config).map(({ message, line }) => `${line}: ${message}`);

/** A function of so many lines of code. @param {number} count */
const ofLines = (count, head = 'function f() {', end = '}') =>
  [head, ...Array(count - 2).fill('  g();'), end].join('\n');
const long = '1: This function has 5 lines of code, 4 are allowed: move a part of it into a function of its own.';

describe('the length of functions', () => {
  test.each([
    ['a function', ofLines(5)],
    ['an arrow function', ofLines(5, 'const f = () => {')],
    ['a method', ofLines(5, 'x = { f() {', '} }')],
    ['a test', ofLines(5, "test('a', () => {", '})')],
    ['a test of a table', ofLines(5, "test.each([1])('%s', () => {", '})')],
  ])('%s has a limit', (_, code) => expect(reportsOf(code)).toEqual([long]));

  test.each([
    ['a short function', ofLines(4)],
    ['blank lines and comments', 'function f() {\n\n  // a\n  /* b\n     c */\n\n  g();\n}'],
    ['a describe', ofLines(9, "describe('a', () => {", '})')],
    ['a describe of a table', ofLines(9, "describe.each([1])('%s', () => {", '})')],
    ['a describe that may be left out', ofLines(9, "(a ? describe : describe.skip)('b', () => {", '})')],
    ['a describe of a template', ofLines(9, "describe.each`a`('b', () => {", '})')],
  ])('%s passes', (_, code) => expect(reportsOf(code)).toEqual([]));
});
