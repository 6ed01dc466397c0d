import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { namedPaths } from './named-paths.js';

const root = join(import.meta.dirname, '../../../..');
// What is installed, built, written at run time or kept as it was released.
const skipped = /^(node_modules|dist|gen|golden|released|pictures|coverage|\.(?!github|ci|devcontainer).*)$/;
const endings = /\.(md|[cm]?[jt]sx?|ya?ml|sh|conf|proto|css)$|Dockerfile$/;

/** @returns {Generator<string>} */
function* filesIn(folder = '') {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !skipped.test(entry.name)) yield* filesIn(path);
  }
}

const files = [...filesIn()];
const decisions = readdirSync(join(root, 'docs/decisions'));

/** The changelog describes what was. */
const read = files.filter((file) => endings.test(file) && file !== 'CHANGELOG.md');

/** @param {string} path */
const isDecision = (path) => {
  const [, number] = /^docs\/decisions\/(\d{4})$/.exec(path) ?? [];
  return number !== undefined && decisions.some((name) => name.startsWith(`${number}-`));
};
/** @param {string} path */
const isThere = (path) => existsSync(join(root, path)) || isDecision(path);
/** @param {string} end */
const isEnd = (end) => files.some((file) => `/${file}`.endsWith(`/${end}`));

test('every path that is named in a document or a comment is there', () => {
  const missing = read.flatMap((file) => {
    const { paths, links, ends } = namedPaths(file, readFileSync(join(root, file), 'utf8'));
    return [
      ...paths.filter((path) => !isThere(path) && !isThere(join(dirname(file), path))),
      ...links.filter((path) => !isThere(normalize(join(dirname(file), path)))),
      ...ends.filter((end) => !isEnd(end)),
    ].map((path) => `${file} names ${path}`);
  });
  expect(missing).toEqual([]);
});

describe('what is taken for a path', () => {
  const none = { paths: [], links: [], ends: [] };

  test.each([
    ['in a comment', 'a.js', '// Why: docs/decisions/0001-a.md.', { paths: ['docs/decisions/0001-a.md'] }],
    ['in a comment of several lines', 'a.ts', '/**\n * See gateway/src/a.\n */', { paths: ['gateway/src/a'] }],
    ['in a comment of YAML', 'a.yml', '# k8s/gateway/access.yaml', { paths: ['k8s/gateway/access.yaml'] }],
    ['in prose', 'a.md', 'See docs/a.md.', { paths: ['docs/a.md'] }],
    ['a link', 'a.md', '[a](../b.md#c) [d](https://e.example/f)', { links: ['../b.md'] }],
    ['a code span', 'a.md', 'In `replies/a.service.ts`.', { ends: ['replies/a.service.ts'] }],
  ])('%s', (_, file, text, found) => expect(namedPaths(file, text)).toEqual({ ...none, ...found }));

  test.each([
    ['code', 'a.js', `import '../docs/a.md';\nconst path = 'docs/a.md';`],
    ['a placeholder', 'a.md', 'k8s/<slice>/a.yaml, services/*/src/a.ts, `mfe-${name}/src/a.ts`'],
    ['one or the other', 'a.md', 'gateway/shell'],
    ['what a build writes', 'a.md', '`bench/dist/browser/a.js` and `dist/main.js`'],
    ['an address', 'a.md', 'https://a.example/docs/a.md and /api/docs/b/c'],
    ['data', 'a.md', '`secrets.json`'],
  ])('not %s', (_, file, text) => expect(namedPaths(file, text)).toEqual(none));
});
