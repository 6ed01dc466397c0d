import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { buildNode } from '../src/build-node.js';
import { removeScratch, scratchFolder } from './scratch.js';

/** @type {string} */
let folder;
const build = () => buildNode({ workspaces: [folder] });
const built = async () => (await readdir(join(folder, 'dist'), { recursive: true })).sort();

beforeEach(async () => {
  folder = await scratchFolder();
  await mkdir(join(folder, 'src', 'rooms'), { recursive: true });
  await writeFile(
    join(folder, 'src', 'rooms', 'room.ts'),
    'export class Room { constructor(readonly size: number) {} }\n',
  );
  await writeFile(join(folder, 'src', 'rooms', 'room.test.ts'), 'throw new Error("never run");\n');
  await writeFile(join(folder, 'src', 'names.json'), '["hall"]\n');
});
afterAll(removeScratch);

test('sources are compiled with their maps, assets are copied, tests are left out', async () => {
  expect(await build()).toEqual({ compiled: 2, removed: 0, total: 2, failures: [] });
  expect(await built()).toEqual(['.stamp.json', 'names.json', 'rooms', 'rooms/room.js', 'rooms/room.js.map']);
  expect(await readFile(join(folder, 'dist/rooms/room.js'), 'utf8')).toMatch(/sourceMappingURL=room\.js\.map\n$/);
});

test('only what changed is compiled again, and what lost its source goes', async () => {
  await build();
  expect(await build()).toMatchObject({ compiled: 0, removed: 0 });
  await writeFile(join(folder, 'src', 'names.json'), '["hall", "attic"]\n');
  expect(await build()).toMatchObject({ compiled: 1, removed: 0 });
  await rm(join(folder, 'src', 'rooms', 'room.ts'));
  expect(await build()).toMatchObject({ compiled: 0, removed: 2 });
  expect(await built()).not.toContain('rooms/room.js');
});

test('decorators keep their metadata and fields are not defined over what is injected', async () => {
  const source = 'const D = (): any => () => {};\nexport class Thing { @D() name!: string; other?: number; }\n';
  await writeFile(join(folder, 'src', 'thing.ts'), source);
  await build();
  const code = await readFile(join(folder, 'dist', 'thing.js'), 'utf8');
  expect(code).toContain('"design:type", String');
  expect(code).not.toMatch(/^\s+(name|other);/m);
});

test('a file that does not compile is named; the others are built', async () => {
  await writeFile(join(folder, 'src', 'broken.ts'), 'export const = 1;\n');
  const { compiled, failures } = await build();
  expect(compiled).toBe(2);
  expect(failures).toEqual([expect.stringMatching(/broken\.ts: /)]);
  expect((await build()).failures).toHaveLength(1);
});
