import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { servers, webSlices } from '../slices.js';
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

const workflows = readdirSync(join(root, '.github/workflows'));

test.each(workflows)('%s names actions by their commit', (name) => {
  expect(actionBreaches(textOf(`.github/workflows/${name}`))).toEqual([]);
});

test.each(workflows)('%s runs commands that there are', (name) => {
  /** @type {{ scripts: Record<string, string> }} */
  const { scripts } = JSON.parse(textOf('package.json'));
  const named = [...textOf(`.github/workflows/${name}`).matchAll(/npm (?:run )?([a-z-]+)/g)].map(
    ([, script]) => script,
  );
  const ofNpm = ['audit', 'sbom', 'ci', 'run'];
  expect(named.filter((script) => script && !ofNpm.includes(script) && !(script in scripts))).toEqual([]);
});

test('every instrument runs each night, and its report is kept', () => {
  const nightly = parse(textOf('.github/workflows/nightly.yml'));
  /** @type {{ steps: { run?: string, uses?: string, if?: string }[] }[]} */
  const jobs = Object.values(nightly.jobs);
  for (const instrument of [
    'npm test -- --full',
    'npm run faults',
    'npm run restore-drill',
    'npm run chaos',
    'npm run abuse',
    'npm run bench -- operations',
  ]) {
    const job = jobs.find(({ steps }) => steps.some(({ run }) => run?.startsWith(instrument)));
    expect([
      instrument,
      job?.steps.some(({ uses, if: when }) => uses?.includes('upload-artifact') && when === 'always()'),
    ]).toEqual([instrument, true]);
  }
});

test('a release has an image of each slice, and carries the SBOM, the digests and the promises', () => {
  const text = textOf('.github/workflows/release.yml');
  /** @type {{ slice: string, file: string }[]} */
  const images = parse(text).jobs.images.strategy.matrix.include;
  expect(images.map(({ slice }) => slice).sort()).toEqual(
    [...servers.map((folder) => basename(folder)), ...webSlices()].sort(),
  );
  for (const { file } of images) expect(textOf(`packages/build-kit/docker/${file}.Dockerfile`)).toContain('ARG SLICE');
  for (const carried of ['sbom.cdx.json', 'image-digests.txt', 'docs/promises.md']) expect(text).toContain(carried);
  expect(text).toContain('--sbom=true --provenance=mode=max');
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
