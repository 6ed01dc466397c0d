import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../build/hash-of.js';
import { root } from '../slices.js';

const stamps = join(root, 'node_modules/.cache/polylogue/proofs');
const built = /^(node_modules|dist|\.types|\.data|\.mf|\.stamp\.json)$/;
/** Stands in the title of a test that was skipped for this reason. */
export const unchanged = 'nothing it depends on changed since it passed';

/**
 * @typedef {(name: string, run: () => void | Promise<void>, timeoutMs?: number) => void} Register
 * @typedef {Register & { skip: Register }} RegisterTest
 */

/**
 * For tests that are expensive: each runs only when its inputs changed since it last passed on this machine, and always
 * with TEST_FULL=1. A test that fails or is interrupted leaves no stamp.
 * @param {RegisterTest} test that of jest
 * @param {string[]} inputs every file and folder the tests depend on, relative to the checkout, themselves included
 * @returns {Promise<(name: string, run: () => void | Promise<void>, timeoutMs?: number) => Promise<void>>} in place of `test`
 */
export async function whenChanged(test, inputs) {
  const seed = [process.version, process.platform, process.arch].join();
  // Taken before the tests run: what is edited meanwhile counts as changed.
  const hash = await hashOf(['package-lock.json', 'package.json', 'jest.config.mjs', ...inputs], {
    seed,
    leftOut: built,
  });
  return async (name, run, timeoutMs) => {
    const key = createHash('sha256')
      .update(JSON.stringify([name, inputs]))
      .digest('hex');
    const stamp = join(stamps, key);
    const passed = await readFile(stamp, 'utf8').catch(() => undefined);
    if (passed === hash && process.env.TEST_FULL !== '1') return test.skip(`${name} (${unchanged})`, run);
    const runAndStamp = async () => {
      await rm(stamp, { force: true });
      await run();
      await mkdir(stamps, { recursive: true });
      await writeFile(stamp, hash);
    };
    test(name, runAndStamp, timeoutMs);
  };
}
