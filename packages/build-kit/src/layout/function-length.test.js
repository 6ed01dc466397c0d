import { functionLength } from './function-length.js';
import { ruleTester } from './lint-rule.fixture.js';

/** A function of so many lines of code. @param {number} count */
const ofLines = (count, head = 'function f() {', end = '}') =>
  [head, ...Array(count - 2).fill('  g();'), end].join('\n');

const options = [{ max: 4 }];
const message = 'This function has 5 lines of code, 4 are allowed: move a part of it into a function of its own.';

/** @param {string} name @param {string} code */
const tooLong = (name, code) => ({ name, code, options, errors: [{ message, line: 1 }] });
/** @param {string} name @param {string} code */
const passes = (name, code) => ({ name, code, options });

ruleTester({ lang: 'js' }).run('function-length', functionLength, {
  invalid: [
    tooLong('a function', ofLines(5)),
    tooLong('an arrow function', ofLines(5, 'const f = () => {')),
    tooLong('a method', ofLines(5, 'x = { f() {', '} }')),
    tooLong('a test', ofLines(5, "test('a', () => {", '})')),
    tooLong('a test of a table', ofLines(5, "test.each([1])('%s', () => {", '})')),
  ],
  valid: [
    passes('a short function', ofLines(4)),
    passes('blank lines and comments', 'function f() {\n\n  // a\n  /* b\n     c */\n\n  g();\n}'),
    passes('a describe', ofLines(9, "describe('a', () => {", '})')),
    passes('a describe of a table', ofLines(9, "describe.each([1])('%s', () => {", '})')),
    passes('a describe that may be left out', ofLines(9, "(a ? describe : describe.skip)('b', () => {", '})')),
    passes('a describe of a template', ofLines(9, "describe.each`a`('b', () => {", '})')),
  ],
});
