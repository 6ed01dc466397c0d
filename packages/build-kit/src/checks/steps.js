import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServers } from '../build/build-servers.js';
import { bundleServers } from '../build/bundle-servers.js';
import { root } from '../slices.js';
import { buildWebSlices } from '../build/web-build.js';
import { findChromium } from './chromium.js';
import { checkEditorTypes } from './editor-types-step.js';
import { compareEnvironment } from './environment-step.js';
import { runJest } from './jest-step.js';
import { failed, ofCommand, passed, skipped } from './outcome.js';
import { compareGenerated, findBreakingProto, lintProto } from './proto-step.js';
import { e2eFilesFor, isFormatted, isLinted, unitFilesFor } from './reach.rules.js';
import { runCommand } from './run-command.js';

const noBrowser =
  'end-to-end tests: no Chromium was found on PATH or in CHROMIUM_PATH, and installing one needs root on Debian';

/**
 * @typedef {object} StepRun what a step is given
 * @property {string[]} patterns of test files; all when empty
 * @property {string[]} [files] that changed, relative to the root: only what they can reach
 * @property {boolean} full
 * @property {number} [shuffle] the seed of a random order of test files
 * @property {(line: string) => void} report
 * @property {(files: { done: number, total: number, failed: number }) => void} onProgress
 */

/**
 * @typedef {object} Step
 * @property {string} name for `npm test -- --only`
 * @property {string} title
 * @property {boolean} [isWide] keeps more than one processor busy
 * @property {boolean} [hasPatterns] runs test files, which can be chosen
 * @property {boolean} [onlyFull] runs with --full, or when it is named
 * @property {string[]} [needs] names of steps that come before
 * @property {(files: string[]) => boolean} [reachedBy] whether changed files can change its outcome
 * @property {(run: StepRun) => Promise<import('./outcome.js').Outcome>} run
 */

/** @param {RegExp} pattern */
const some = (pattern) => (/** @type {string[]} */ files) => files.some((file) => pattern.test(file));
const touchesCode = some(/\.(c|m)?(j|t)sx?$|package(-lock)?\.json$/);
const touchesProto = some(/^proto\//);

/** @type {Step[]} in the order in which they begin when they can */
export const steps = [
  { name: 'lint', title: 'lint', reachedBy: touchesCode, run: lint },
  { name: 'format', title: 'formatting', run: checkFormat },
  {
    name: 'types',
    title: 'types',
    reachedBy: touchesCode,
    run: async () => ofCommand(await runCommand('npm', ['run', '--silent', 'types'])),
  },
  {
    name: 'editor-types',
    title: 'types as editors check them',
    onlyFull: true,
    needs: ['types'],
    reachedBy: touchesCode,
    run: checkEditorTypes,
  },
  {
    name: 'deps',
    title: 'dependency rules',
    reachedBy: touchesCode,
    run: async () => ofCommand(await runCommand('npm', ['run', '--silent', 'deps'])),
  },
  { name: 'proto', title: 'contracts: style', reachedBy: touchesProto, run: lintProto },
  { name: 'proto', title: 'contracts: generated code is current', reachedBy: touchesProto, run: compareGenerated },
  { name: 'proto', title: 'contracts: nothing breaks other versions', reachedBy: touchesProto, run: findBreakingProto },
  { name: 'node', title: 'unit tests', isWide: true, hasPatterns: true, run: unitTests },
  {
    name: 'web',
    title: 'screen tests',
    isWide: true,
    hasPatterns: true,
    reachedBy: touchesCode,
    run: jestStep('web', { workers: 3 }),
  },
  { name: 'build', title: 'build', isWide: true, reachedBy: touchesCode, run: build },
  {
    name: 'environment',
    title: 'environment: what is written from config.ts is current',
    needs: ['build'],
    reachedBy: some(/config\.ts$|environment|README\.md$|\.env\.example$/),
    run: compareEnvironment,
  },
  {
    name: 'spec',
    title: 'slices through their endpoints',
    isWide: true,
    hasPatterns: true,
    needs: ['build'],
    reachedBy: touchesCode,
    run: jestStep('spec', { workers: 6 }),
  },
  {
    name: 'e2e',
    title: 'end to end, in a real browser',
    isWide: true,
    hasPatterns: true,
    needs: ['build'],
    reachedBy: (files) => drivenFiles(files).length > 0,
    run: (run) => endToEnd(run),
  },
  {
    // By default the services are one process and their calls skip the wire: this drives them over it.
    name: 'e2e-separate',
    title: 'end to end, one process per slice',
    isWide: true,
    hasPatterns: true,
    onlyFull: true,
    needs: ['build'],
    reachedBy: (files) => drivenFiles(files).length > 0,
    // Large samples have had their run in one process.
    run: (run) => endToEnd({ ...run, full: false }, { E2E_SEPARATE: '1' }),
  },
];

/** @param {StepRun} run */
async function lint({ files }) {
  return ofCommand(await runCommand('oxlint', ['--type-aware', ...(files?.filter(isLinted) ?? [])]));
}

/** @param {StepRun} run */
async function checkFormat({ files }) {
  const chosen = files?.filter(isFormatted) ?? ['.'];
  if (chosen.length === 0) return passed();
  return ofCommand(await runCommand('oxfmt', ['--list-different', '--no-error-on-unmatched-pattern', ...chosen]));
}

/**
 * @param {string} project
 * @param {{ workers?: number }} [how] as many as keep the processors busy: slices mostly wait for their databases
 */
function jestStep(project, how) {
  return (/** @type {StepRun} */ run) => jestRun(project, run, { related: run.files, ...how });
}

/**
 * @param {string} project
 * @param {StepRun} run
 * @param {{ related?: string[], workers?: number, env?: NodeJS.ProcessEnv }} [how]
 */
function jestRun(project, { patterns, full, shuffle, report, onProgress }, { env, ...how } = {}) {
  const size = full ? { TEST_FULL: '1' } : {};
  const order = shuffle === undefined ? {} : { TEST_SHUFFLE: String(shuffle) };
  return runJest(project, { patterns, env: { ...env, ...size, ...order }, onProgress, onFailure: report, ...how });
}

// Some unit tests read files that they do not import: manifests, the layout.
async function unitTests(/** @type {StepRun} */ run) {
  return jestRun('node', run, {
    related: run.files && [...run.files, ...unitFilesFor(run.files)],
    workers: 3,
  });
}

/** @param {StepRun} run */
async function build({ patterns, files, report }) {
  // The bundle pays when the product is started many times.
  const isWhole = patterns.length === 0 && !files;
  try {
    await buildServers(report);
    await Promise.all([buildWebSlices(report), isWhole && bundleServers(report)]);
    return passed();
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** @param {StepRun} run @param {NodeJS.ProcessEnv} [env] */
async function endToEnd(run, env) {
  const specs = (await readdir(join(root, 'e2e/specs'))).filter((name) => name.endsWith('.spec.ts'));
  const chromium = await findChromium(run.report);
  if (!chromium) return skipped(noBrowser, specs.length);
  return jestRun('e2e', run, {
    related: run.files && drivenFiles(run.files),
    workers: 3,
    env: { CHROMIUM_PATH: chromium, ...env },
  });
}

/** @param {string[]} files that changed @returns {string[]} those of browser tests, and the browser tests that drive the others */
const drivenFiles = (files) => [...files.filter((file) => file.startsWith('e2e/')), ...e2eFilesFor(files)];
