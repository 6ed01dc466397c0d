import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const runBundle = join(import.meta.dirname, 'run-bundle.js');
/** @type {string} */
let folder;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'run-bundle-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @param {string} path @param {string[]} flags */
const run = async (path, flags = []) =>
  (await promisify(execFile)(process.execPath, [...flags, runBundle, path])).stdout.trim();

test('runs a script, keeps its compiled code, and makes it anew when it does not fit', async () => {
  const path = join(folder, 'servers.cjs');
  const kept = () => readFile(`${path}.code`);
  const code = "module.exports = (async () => console.log(require('node:path').basename(__filename)))();";
  await writeFile(path, code);
  expect(await run(path)).toBe('servers.cjs');
  const first = await kept();
  expect(await run(path)).toBe('servers.cjs');
  expect(await kept()).toEqual(first);

  await writeFile(`${path}.code`, 'nonsense');
  expect(await run(path)).toBe('servers.cjs');
  expect((await kept()).length).toBeGreaterThan('nonsense'.length);

  // Code of a process with other flags is refused by V8.
  const before = await kept();
  expect(await run(path, ['--stack-size=900'])).toBe('servers.cjs');
  expect(await kept()).not.toEqual(before);
});

test('ends with an error when the script does', async () => {
  const path = join(folder, 'broken.cjs');
  await writeFile(path, "module.exports = Promise.reject(new Error('no database'));");
  await expect(run(path)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no database') });
});
