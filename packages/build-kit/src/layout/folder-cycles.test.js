import { describe, expect, test } from '@jest/globals';
import { folderCycles } from './folder-cycles.js';

const here = 'services/quality/src';
/** @param {...string} lines */
const importsOf = (...lines) =>
  lines.map((line) => {
    const [from, to] = line.split(' ');
    return /** @type {[string, string]} */ ([`${here}/${from}`, `${here}/${to}`]);
  });
const cycle = importsOf('a/1.ts b/1.ts', 'b/2.ts a/2.ts');

describe('folders in a cycle', () => {
  test('are named with the way round and the import that begins it', () => {
    expect(folderCycles(cycle)).toEqual([
      `${here}: a -> b -> a is a cycle of folders, as ${here}/a/1.ts imports ${here}/b/1.ts. ` +
        'Move what both need into one of them, or into a third.',
      expect.stringMatching(/: b -> a -> b is a cycle of folders, as .*\/b\/2\.ts imports .*\/a\/2\.ts\./),
    ]);
  });

  test.each([
    ['of three', importsOf('a/1.ts b/1.ts', 'b/2.ts c/1.ts', 'c/2.ts a/2.ts'), 3],
    ['in a folder', importsOf('x/a/1.ts x/b/1.ts', 'x/b/2.ts x/a/2.ts'), 2],
    ['through folders of theirs', importsOf('a/x/1.ts b/1.ts', 'b/y/2.ts a/2.ts'), 2],
    ['through tests that they import from', importsOf('a/1.ts b/1.ts', 'b/2.ts a/2.test.ts'), 2],
  ])('are found: %s', (_, imports, count) => expect(folderCycles(imports)).toHaveLength(count));

  /** @type {[string, [string, string][]][]} */
  const harmless = [
    ['one way', importsOf('a/1.ts b/1.ts', 'a/2.ts b/2.ts', 'b/1.ts c/1.ts')],
    ['a file beside the folders', importsOf('a/1.ts config.ts', 'config.ts b/1.ts', 'b/2.ts a/2.ts')],
    ['a folder and one within it', importsOf('a/1.ts a/x/1.ts', 'a/x/2.ts a/2.ts')],
    ['a test', importsOf('a/1.test.ts b/1.ts', 'b/2.ts a/2.ts')],
    ['a fixture', importsOf('a/1.fixture.ts b/1.ts', 'b/2.ts a/2.ts')],
    ['generated code', importsOf('gen/a/1.ts gen/b/1.ts', 'gen/b/2.ts gen/a/2.ts')],
    [
      'workspaces',
      [
        ['proto/src/1.ts', 'bench/src/1.ts'],
        ['bench/src/2.ts', 'proto/src/2.ts'],
      ],
    ],
  ];
  test.each(harmless)('make none: %s', (_, imports) => expect(folderCycles(imports)).toEqual([]));
});
