import { afterAll, expect, test } from '@jest/globals';
import { runJest } from '../src/checks/jest-step.js';
import { endRunning, runCommand } from '../src/checks/run-command.js';

afterAll(endRunning);

/**
 * @param {import('../src/checks/jest-step.js').JestRun} chosen
 * @returns {Promise<{ passed: number, failed: number, files: number }>}
 */
async function run(chosen) {
  let files = 0;
  const { passed, failed } = await runJest('node', { ...chosen, onProgress: ({ total }) => (files = total) });
  return { passed, failed, files };
}

test('test files are chosen by a part of their path', async () => {
  const { passed, failed, files } = await run({ patterns: ['checks/test-options'] });
  expect({ failed, files }).toEqual({ failed: 0, files: 1 });
  expect(passed).toBeGreaterThan(0);
});

test('or by what they import', async () => {
  const { passed, failed, files } = await run({ related: ['packages/build-kit/src/checks/test-options.js'] });
  expect(failed).toBe(0);
  expect(passed).toBeGreaterThan(0);
  expect(files).toBeLessThan(5);
});

test('what no test imports runs none', async () => {
  expect(await run({ related: ['packages/build-kit/src/test.js'] })).toEqual({ passed: 0, failed: 0, files: 0 });
});

test('the process that tested a screen ends by itself', async () => {
  const env = { ...process.env };
  delete env.JEST_WORKER_ID;
  const { code, output } = await runCommand('jest', ['--selectProjects', 'web', '--runInBand', '--', 'webhook-card'], {
    env,
  });
  expect(output).toContain('1 passed, 1 total');
  expect(code).toBe(0);
});
