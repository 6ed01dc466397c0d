import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failed } from './outcome.js';
import { runCommand } from './run-command.js';

/**
 * Runs one project of jest.config.mjs on the terminal and counts its tests.
 * @param {string} project
 * @param {{ patterns?: string[], env?: NodeJS.ProcessEnv, words?: string[] }} [how]
 * @returns {Promise<import('./outcome.js').Outcome>}
 */
export async function runJest(project, { patterns = [], env = {}, words = [] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-jest-'));
  const outputFile = join(folder, 'result.json');
  // A handle that a test left open must not keep a machine busy until its time limit.
  const flags = [
    '--forceExit',
    '--selectProjects',
    project,
    '--json',
    `--outputFile=${outputFile}`,
    '--passWithNoTests',
    ...words,
  ];
  try {
    const nodeOptions = [process.env.NODE_OPTIONS, '--experimental-vm-modules', '--no-warnings']
      .filter(Boolean)
      .join(' ');
    const { code } = await runCommand('jest', [...flags, ...patterns], {
      env: { ...process.env, ...env, NODE_OPTIONS: nodeOptions },
      show: true,
    });
    const text = await readFile(outputFile, 'utf8').catch(() => undefined);
    if (text === undefined) return failed(`jest ended with code ${code} before it could count its tests.`);
    return countTests(JSON.parse(text), code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   numRuntimeErrorTestSuites: number, success: boolean, testResults: any[] }} result jest's own
 * @param {number} code with which jest ended
 * @returns {import('./outcome.js').Outcome}
 */
export function countTests(result, code) {
  const counted = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults);
  const pending = tests.filter(({ status }) => status === 'pending' || status === 'todo');
  const retried = tests.filter(({ status, invocations }) => status === 'passed' && invocations > 1);
  return {
    passed: result.numPassedTests,
    // A run can fail without a failed test, for instance in its global teardown.
    failed: counted === 0 && code !== 0 ? 1 : counted,
    skipped: pending.length,
    reasons: pending.map(({ fullName }) => `${fullName}: marked so in the test itself`),
    retried: retried.map(({ fullName, retryReasons }) => [fullName, ...retryReasons.map(ownLines)].join('\n    ')),
  };
}

/** A stack without the lines of the test runner. */
function ownLines(stack) {
  const lines = stack.split('\n').filter((line) => line.trim() && !line.includes('node_modules'));
  return lines.join('\n    ');
}
