import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { unchanged } from '../proofs/when-changed.js';
import { root } from '../slices.js';
import { failed } from './outcome.js';
import { runCommand } from './run-command.js';

const reporter = join(import.meta.dirname, '../jest/progress-reporter.js');

/**
 * @typedef {object} JestRun
 * @property {string[]} [patterns] of test files
 * @property {string[]} [related] sources: only test files that import them, at whatever distance
 * @property {number} [workers] as in jest.config.mjs when absent
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(files: { done: number, total: number, failed: number }) => void} [onProgress]
 * @property {(text: string) => void} [onFailure] what a test file that failed has to say
 */

/**
 * Runs one project of jest.config.mjs and counts its tests.
 * @param {string} project
 * @param {JestRun} [run]
 * @returns {Promise<import('./outcome.js').Outcome>}
 */
export async function runJest(project, { patterns = [], related, workers, env = {}, onProgress, onFailure } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-jest-'));
  const outputFile = join(folder, 'result.json');
  // A handle that a test left open must not keep a machine busy until its time limit.
  const flags = ['--forceExit', '--json', `--outputFile=${outputFile}`, '--passWithNoTests', `--reporters=${reporter}`];
  if (workers) flags.push(`--maxWorkers=${workers}`);
  if (related) flags.push('--findRelatedTests');
  try {
    const { code, output } = await runCommand(
      'jest',
      [...flags, '--selectProjects', project, '--', ...(related ?? patterns)],
      {
        env: { ...process.env, ...env },
        onMessage: ({ failure, ...files }) => {
          onProgress?.(files);
          if (failure) onFailure?.(failure);
        },
      },
    );
    const text = await readFile(outputFile, 'utf8').catch(() => undefined);
    if (text === undefined) return failed(`jest ended with code ${code} before it could count its tests.\n${output}`);
    /** @type {JestResult & Parameters<typeof filesOf>[0]} */
    const result = JSON.parse(text);
    return { ...countTests(result, code, output), files: filesOf(result) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @typedef {object} JestResult what is read of jest's own
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numRuntimeErrorTestSuites
 * @property {{ assertionResults: { status: string, fullName: string }[] }[]} testResults
 */

/** @param {{ testResults: { name: string, startTime: number, endTime: number }[] }} result */
const filesOf = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => ({
    path: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));

/**
 * @param {JestResult} result
 * @param {number} code with which jest ended
 * @param {string} [output]
 * @returns {import('./outcome.js').Outcome}
 */
export function countTests(result, code, output = '') {
  const counted = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults);
  const pending = tests.filter(({ status }) => status === 'pending' || status === 'todo');
  // A run can fail without a failed test, for instance in its global teardown: only what it printed says why.
  const hasFailedUnseen = counted === 0 && code !== 0;
  return {
    passed: result.numPassedTests,
    failed: hasFailedUnseen ? 1 : counted,
    skipped: pending.length,
    // One that is skipped because nothing changed says so in its name.
    reasons: pending.map(({ fullName }) =>
      fullName.includes(unchanged) ? fullName : `${fullName}: marked so in the test itself`,
    ),
    ...(hasFailedUnseen ? { output } : {}),
  };
}
