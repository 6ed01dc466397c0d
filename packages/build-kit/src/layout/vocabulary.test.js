import { Linter } from 'eslint';
import { describe, expect, test } from '@jest/globals';
import tseslint from 'typescript-eslint';
import { vocabulary } from './vocabulary.js';

/** @param {string} code */
const reportsOf = (code) =>
  new Linter()
    .verify(code, {
      languageOptions: { parser: /** @type {import('eslint').Linter.Parser} */ (tseslint.parser) },
      plugins: { layout: { rules: { vocabulary } } },
      rules: { 'layout/vocabulary': 'error' },
    })
    .map(({ message }) => message);

const term = (/** @type {string} */ name, /** @type {string} */ word, /** @type {string} */ standard) =>
  `Name \`${name}\` by the standard term: not "${word}" but ${standard}.`;

describe('a name', () => {
  const user = 'user, caller or owner';

  test.each([
    ['const told = 1;', [term('told', 'told', 'event, or what was answered, sent or shown')]],
    ['function f(aPerson) {}', [term('aPerson', 'person', user)]],
    ['class GrpcDoor {}', [term('GrpcDoor', 'door', 'endpoint, server or transport')]],
    ['type Neighbours = string;', [term('Neighbours', 'neighbours', 'clients (calling) or upstreams (tests)')]],
    ['const { id: toldId } = f();', [term('toldId', 'told', 'event, or what was answered, sent or shown')]],
    ['interface CatalogueRow {}', [term('CatalogueRow', 'catalogue', 'catalog')]],
  ])('is the standard term: not %s', (code, reports) => expect(reportsOf(code)).toEqual(reports));

  test.each([
    "import { toPerson } from '@polylogue/proto';",
    'const answer = { person: 1, told: true };',
    '// Whoever is told of it may be somebody.\nconst user = 1;',
    'const { told: answered } = f();',
    'const indoors = 1;',
  ])('may come from elsewhere: %s', (code) => expect(reportsOf(code)).toEqual([]));
});

describe('a limit', () => {
  const limit = (/** @type {string} */ name, /** @type {string} */ word) =>
    `Name the limit \`${name}\` with max or min in place of "${word}".`;

  test.each([
    ['const longestWaitMs = 20_000;', [limit('longestWaitMs', 'longest')]],
    ['export const mostBytes = 2 * 1024;', [limit('mostBytes', 'most')]],
    ['const least = { name: 1, text: 3 };', [limit('least', 'least')]],
  ])('is max or min: not %s', (code, reports) => expect(reportsOf(code)).toEqual(reports));

  test.each([
    'const longest = Math.max(1, 2);',
    'const most = { ...rest };',
    'const least = {};',
    'let longest = 0;',
    'function f() { const largest = { servers: 0 }; }',
    'const maxMs = 1;',
  ])('is fixed for a whole file: %s', (code) => expect(reportsOf(code)).toEqual([]));
});
