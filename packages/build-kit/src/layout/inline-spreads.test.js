import { Linter } from 'eslint';
import { expect, test } from '@jest/globals';
import { inlineSpreads } from './inline-spreads.js';

/** @param {string} code */
const reportsOf = (code) =>
  new Linter()
    .verify(code, {
      languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
      rules: { 'no-restricted-syntax': ['error', ...inlineSpreads] },
    })
    .map(({ message }) => message.split(':')[0]);

test.each([
  ['x = { a, ...{ b, c } };', 'Write these properties into the outer object'],
  ['x = [a, ...[b, c]];', 'Write these elements into the outer list'],
  ['f(a, ...[b, c]);', 'Write these elements into the outer list'],
  ['new F(...[b, c]);', 'Write these elements into the outer list'],
  ['x = <F a {...{ b, c }} />;', 'Write these attributes out'],
])('%s is refused', (code, message) => expect(reportsOf(code)).toEqual([message]));

test.each([
  'x = { a, ...b, ...(c ? { d } : {}), ...f({ e }) };',
  'x = [a, ...b, ...(c ? [d] : []), ...[e, f].map(g)];',
  'f(...a, [...b]);',
  'x = <F {...a} b={{ ...c }} />;',
])('%s passes', (code) => expect(reportsOf(code)).toEqual([]));
