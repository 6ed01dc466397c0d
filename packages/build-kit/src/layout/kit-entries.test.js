import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../../..');
const slices = readdirSync(root).filter((folder) => folder.startsWith('mfe-'));
/** Not shared: a slice that stands alone brings its own, and so do tests. */
const own = new Set(['standalone', 'test']);

/** The entries of web-kit that the sources of some packages import. @param {string[]} folders */
function entriesIn(...folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, 'src', name),
    ),
  );
  const sources = files.filter((name) => /\.tsx?$/.test(name)).map((name) => readFileSync(join(root, name), 'utf8'));
  const found = sources.flatMap((source) => [...source.matchAll(/'@polylogue\/web-kit\/([a-z-]+)'/g)]);
  return new Set(found.map(([, entry = '']) => entry));
}

test('every entry of web-kit that a slice asks for is brought by the shell', () => {
  const asked = entriesIn(...slices);
  const brought = entriesIn('shell');
  expect(asked.size).toBeGreaterThan(10);
  expect([...asked].filter((entry) => !brought.has(entry) && !own.has(entry))).toEqual([]);
});
