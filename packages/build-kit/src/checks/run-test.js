import { installWhenNeeded } from '../install/install.js';
import { root } from '../slices.js';
import { changedFiles } from './changed-files.js';
import { closingLine, slowestFiles } from './outcome.js';
import { showProgress } from './progress.js';
import { endRunning } from './run-command.js';
import { runSteps } from './run-steps.js';
import { help, readTestOptions } from './test-options.js';

/**
 * Everything `npm test` does.
 * @param {string[]} args see test-options.js
 * @returns {Promise<number>} the exit code
 */
export async function runTest(args) {
  await installWhenNeeded(root, console.log);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      endRunning();
      process.exit(130);
    });
  }
  const { steps } = await import('./steps.js');
  const options = readTestOptions(
    args,
    steps.map(({ name }) => name),
  );
  if (options === 'help') return (console.log(help), 0);
  if (options.shuffle !== undefined) sayOrder(options.shuffle);
  const files = options.changed === undefined ? undefined : await sayChanged(options.changed);
  const chosen = choose(steps, options, files);
  const progress = showProgress(chosen.length);
  const ended = await runSteps(
    chosen,
    (step) =>
      step.run({
        patterns: options.patterns,
        files,
        full: options.full,
        shuffle: options.shuffle,
        report: progress.print,
        onProgress: (count) => progress.count(step.title, count),
      }),
    {
      onStart: ({ title }) => progress.begin(title),
      onEnd: ({ step, ...rest }) => progress.end(step.title, lineOf(step, rest)),
    },
  );
  progress.stop();
  return conclude(ended, options.slowest ?? 0);
}

/** @param {number} seed */
function sayOrder(seed) {
  console.log(`test files run in a random order; npm test -- --shuffle=${seed} repeats it`);
}

/** @param {string} revision */
async function sayChanged(revision) {
  const { since, files } = await changedFiles(revision);
  console.log(`${files.length} files changed since ${since.slice(0, 12)}; running what they can reach`);
  return files;
}

/**
 * The steps that were selected, and those they need: browser tests would otherwise drive what was built some time ago.
 * @param {import('./steps.js').Step[]} steps
 * @param {Pick<import('./test-options.js').TestOptions, 'full' | 'only' | 'patterns'>} options
 * @param {string[]} [files] that changed
 */
export function choose(steps, { full, only, patterns }, files) {
  const isAskedFor = (/** @type {import('./steps.js').Step} */ step) => {
    if (only) return only.includes(step.name);
    if (step.onlyFull && !full) return false;
    return patterns.length === 0 || step.hasPatterns;
  };
  const chosen = steps.filter((step) => isAskedFor(step) && (!files || step.reachedBy?.(files) !== false));
  const needed = new Set(chosen.flatMap(({ needs = [] }) => needs));
  return steps.filter((step) => chosen.includes(step) || needed.has(step.name));
}

/**
 * @param {import('./steps.js').Step} step
 * @param {Pick<import('./run-steps.js').Ended, 'outcome' | 'seconds'>} ended
 */
function lineOf({ title }, { outcome, seconds }) {
  const output = outcome.failed > 0 && outcome.output ? `${outcome.output.trimEnd()}\n` : '';
  return `${output}${outcome.failed > 0 ? '✗' : '✓'} ${title.padEnd(56)} ${describe(outcome).padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`;
}

/** @param {import('./outcome.js').Outcome} outcome */
function describe({ passed, failed, skipped }) {
  const counts = [`${passed} passed`, failed > 0 && `${failed} FAILED`, skipped > 0 && `${skipped} skipped`];
  return counts.filter(Boolean).join(', ');
}

/**
 * @param {import('./run-steps.js').Ended[]} ended
 * @param {number} slowest how many test files to name
 * @returns {number} the exit code
 */
function conclude(ended, slowest) {
  const outcomes = ended.map(({ outcome }) => outcome);
  if (slowest > 0) console.log(`\nThe test files that took longest:\n${slowestFiles(outcomes, slowest).join('\n')}`);
  const reasons = outcomes.flatMap((outcome) => outcome.reasons ?? []);
  if (reasons.length > 0) console.log(`\nSkipped:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
  const broken = ended.filter(({ outcome }) => outcome.failed > 0);
  if (broken.length > 0) console.log(`\nFailed: ${broken.map(({ step }) => step.title).join(', ')}`);
  console.log(`\n${closingLine(outcomes)}`);
  return broken.length > 0 ? 1 : 0;
}
