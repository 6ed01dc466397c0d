import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { actionBreaches, installScripts, lockBreaches, scriptBreaches } from './supply-chain.js';

const root = join(import.meta.dirname, '../../../..');
/** @param {string} path */
const textOf = (path) => readFileSync(join(root, path), 'utf8');
/** @type {import('./supply-chain.js').LockFile} */
const lock = JSON.parse(textOf('package-lock.json'));

test('every package in the lock file has its hash, and none is bound to a host', () => {
  expect(lockBreaches(lock)).toEqual([]);
});

test('npm runs no install script; what has one is named', () => {
  expect(textOf('.npmrc').split('\n')).toContain('ignore-scripts=true');
  expect(scriptBreaches(lock)).toEqual([]);
});

test('what runs in the product is audited with every change and every night', () => {
  for (const name of ['ci.yml', 'nightly.yml']) {
    expect(textOf(`.github/workflows/${name}`)).toContain('run: npm audit --omit dev --audit-level high');
  }
});

test.each(readdirSync(join(root, '.github/workflows')))('%s names actions by their commit', (name) => {
  expect(actionBreaches(textOf(`.github/workflows/${name}`))).toEqual([]);
});

describe('the rules fire', () => {
  const integrity = 'sha512-AAAA';

  test.each([
    ['no hash', { 'node_modules/pg': {} }, 'node_modules/pg has no integrity: '],
    ['none where one is nested', { 'e2e/node_modules/pg': {} }, 'e2e/node_modules/pg has no integrity: '],
    ['a weak one', { 'node_modules/pg': { integrity: 'sha1-AAAA' } }, 'node_modules/pg has no integrity: '],
    [
      'a host',
      { 'node_modules/pg': { integrity, resolved: 'https://registry.example/pg.tgz' } },
      'node_modules/pg names where it was fetched from: ',
    ],
  ])('%s', (_name, packages, breach) => {
    expect(lockBreaches({ packages })).toEqual([expect.stringContaining(breach)]);
  });

  test('what is our own needs none', () => {
    const packages = { '': {}, proto: {}, 'node_modules/@polylogue/proto': { resolved: 'proto', link: true } };
    expect(lockBreaches({ packages })).toEqual([]);
  });

  test('a script that is not named, and a name without a script', () => {
    const named = Object.keys(installScripts).slice(1);
    const scripted = [...named, 'left-pad'].map((name) => [
      `node_modules/${name}`,
      { integrity, hasInstallScript: true },
    ]);
    expect(scriptBreaches({ packages: Object.fromEntries(scripted) })).toEqual([
      expect.stringContaining('left-pad has an install script'),
      expect.stringContaining(`${Object.keys(installScripts)[0]} has no install script any more`),
    ]);
  });

  test.each(['actions/checkout@v4', 'actions/checkout@main # v4.4.0', `actions/checkout@${'a'.repeat(40)}`])(
    '%s',
    (action) => expect(actionBreaches(`steps:\n  - uses: ${action}\n`)).toHaveLength(1),
  );
});
