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

/** @param {string} path @param {string[]} flags @param {string[]} slices */
const run = async (path, flags = [], slices = []) =>
  (await promisify(execFile)(process.execPath, [...flags, runBundle, path, ...slices])).stdout.trim();

test('runs a script, keeps its compiled code, and makes it anew when it does not fit', async () => {
  const path = join(folder, 'servers.cjs');
  const kept = () => readFile(`${path}.code`);
  const code = "module.exports = { all: async () => console.log(require('node:path').basename(__filename)) };";
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

test('runs some of them, and keeps their code apart', async () => {
  const path = join(folder, 'several.cjs');
  const ofOne = (/** @type {string} */ name) => `${name}: async () => console.log('${name} runs')`;
  await writeFile(path, `module.exports = { ${['one', 'other'].map(ofOne).join(', ')} };`);
  expect(await run(path, [], ['other'])).toBe('other runs');
  expect((await readFile(`${path}.other.code`)).length).toBeGreaterThan(0);
  await expect(readFile(`${path}.code`)).rejects.toThrow('ENOENT');
  expect(await run(path)).toBe('one runs\nother runs');
});

test('starts what messages need, and then the others', async () => {
  const path = join(folder, 'ordered.cjs');
  const slow =
    "conversation: async () => { await new Promise((done) => setTimeout(done, 50)); console.log('conversation runs'); }";
  const ofOne = (/** @type {string} */ name) => `${name}: async () => console.log('${name} runs')`;
  await writeFile(
    path,
    `module.exports = { ${ofOne('quality')}, ${slow}, ${ofOne('scheduler')}, ${ofOne('gateway')} };`,
  );
  expect(await run(path)).toBe('gateway runs\nconversation runs\nquality runs\nscheduler runs');
  expect(await run(path, [], ['scheduler'])).toBe('scheduler runs');
});

test('ends with an error when the script does', async () => {
  const path = join(folder, 'broken.cjs');
  await writeFile(path, "module.exports = { one: () => Promise.reject(new Error('no database')) };");
  await expect(run(path)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no database') });
});
