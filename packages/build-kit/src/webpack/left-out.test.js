import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { unusedOfQuery } from './left-out.js';

const root = join(import.meta.dirname, '../../../..');
const pages = [
  'shell',
  'packages/web-kit',
  'packages/markdown',
  ...readdirSync(root).filter((name) => name.startsWith('mfe-')),
];

it('no page asks react-query for what is left out of the build', async () => {
  const used = pages.flatMap((page) => wordsOfQuery(join(root, page, 'src')));
  expect(used).toContain('useQuery');
  const absent = await exportsOf(unusedOfQuery);
  expect(absent).toContain('useSuspenseQuery');
  expect(used.filter((word) => absent.includes(word))).toEqual([]);
});

it('no page asks antd for tooltips that share one popup', () => {
  const texts = pages.flatMap((page) => textsIn(join(root, page, 'src')));
  expect(texts.some((text) => text.includes('<ConfigProvider'))).toBe(true);
  expect(texts.filter((text) => /tooltip=\{/.test(text))).toEqual([]);
});

/** @param {string} folder */
function wordsOfQuery(folder) {
  const text = textsIn(folder).join('\n');
  const lists = [...text.matchAll(/\{([^{}]*)\} from '@tanstack\/react-query'/g)];
  return lists.flatMap(([, words = '']) => words.split(',').flatMap((word) => word.trim().split(' ').slice(0, 1)));
}

/** @param {string} folder */
const textsIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/**
 * What these modules of react-query and its core export; each must be a module of one of them.
 * @param {string[]} modules
 */
async function exportsOf(modules) {
  const require = createRequire(join(root, 'shell/package.json'));
  const folders = ['@tanstack/react-query', '@tanstack/query-core'].map((name) =>
    join(dirname(require.resolve(`${name}/package.json`)), 'build/modern'),
  );
  const words = [];
  for (const name of modules) {
    const folder = folders.find((each) => readdirSync(each).includes(`${name}.js`));
    if (!folder) throw new Error(`react-query has no ${name} any more.`);
    words.push(...Object.keys(await import(pathToFileURL(join(folder, `${name}.js`)).href)));
  }
  return words;
}
