import { rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { root } from '../src/slices.js';
import { unchanged, whenChanged } from '../src/proofs/when-changed.js';
import { removeScratch, scratchFolder } from './scratch.js';

const full = process.env.TEST_FULL;
/** @type {string} */
let folder;
/** @type {string[]} */
let inputs;

beforeEach(async () => {
  delete process.env.TEST_FULL;
  folder = await scratchFolder();
  inputs = [relative(root, folder)];
  await writeFile(join(folder, 'input.txt'), 'as it was');
});
afterEach(async () => {
  if (full) process.env.TEST_FULL = full;
  // Removes the stamp of this folder.
  await attempt(() => Promise.reject(new Error('over')), { TEST_FULL: '1' });
});
afterAll(removeScratch);

/**
 * Registers one test and runs it as jest would.
 * @param {() => void | Promise<void>} [run]
 * @param {NodeJS.ProcessEnv} [env]
 */
async function attempt(run = () => {}, env = {}) {
  Object.assign(process.env, env);
  /** @type {Promise<string> | string | undefined} */
  let outcome;
  /** @type {import('../src/proofs/when-changed.js').Register} */
  const register = (_name, body) => {
    outcome = Promise.resolve()
      .then(body)
      .then(
        () => 'passed',
        () => 'failed',
      );
  };
  const fake = Object.assign(register, { skip: (/** @type {string} */ name) => void (outcome = name) });
  const proof = await whenChanged(fake, inputs);
  await proof('it holds', run);
  for (const name of Object.keys(env)) delete process.env[name];
  return outcome;
}

const skipped = `it holds (${unchanged})`;

test('what passed is skipped until an input changes', async () => {
  expect([await attempt(), await attempt()]).toEqual(['passed', skipped]);
  await writeFile(join(folder, 'input.txt'), 'otherwise');
  expect([await attempt(), await attempt()]).toEqual(['passed', skipped]);
  await writeFile(join(folder, 'another.txt'), '');
  expect([await attempt(), await attempt()]).toEqual(['passed', skipped]);
  await rm(join(folder, 'another.txt'));
  expect(await attempt()).toBe('passed');
});

test('TEST_FULL=1 runs it all the same', async () => {
  expect([await attempt(), await attempt(undefined, { TEST_FULL: '1' })]).toEqual(['passed', 'passed']);
});

test('what fails leaves no stamp, not even that of an earlier run', async () => {
  const fail = () => Promise.reject(new Error('it does not hold'));
  expect([await attempt(fail), await attempt()]).toEqual(['failed', 'passed']);
  expect([await attempt(fail, { TEST_FULL: '1' }), await attempt()]).toEqual(['failed', 'passed']);
});

test('an input that is edited while the test runs counts as changed', async () => {
  await attempt(() => writeFile(join(folder, 'input.txt'), 'edited meanwhile'));
  expect(await attempt()).toBe('passed');
});
