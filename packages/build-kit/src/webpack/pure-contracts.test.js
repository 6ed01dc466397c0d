import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import webpack from 'webpack';
import { PureContracts } from './pure-contracts.js';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a page carries the contracts it uses, and what these are made of', async () => {
  const page = await built('packages/api-contract/src');
  expect(page).toContain('the one that is used');
  expect(page).toContain('a part of it');
  expect(page).not.toContain('another of the same file');
});

it('calls of other files may do more than make a value, and stay', async () => {
  expect(await built('somewhere/src')).toContain('another of the same file');
});

/** @param {string} place of the file that the page imports one constant from */
async function built(place) {
  const contracts = join(folder, place);
  mkdirSync(contracts, { recursive: true });
  const file = `const made = (...of) => globalThis.make(of);
    const part = made('a part of it');
    export const used = made('the one that is used', part);
    export const unused = made('another of the same file', part);`;
  writeFileSync(join(contracts, 'nouns.js'), file);
  writeFileSync(join(folder, 'page.js'), `import { used } from './${place}/nouns.js'; globalThis.show(used);`);
  await run({
    mode: 'production',
    context: folder,
    entry: './page.js',
    output: { path: join(folder, 'dist') },
    plugins: [new PureContracts()],
  });
  return readFileSync(join(folder, 'dist/main.js'), 'utf8');
}

/** @param {import('webpack').Configuration} configuration */
const run = (configuration) =>
  new Promise((resolve, reject) =>
    webpack(configuration, (error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else resolve(stats);
    }),
  );
