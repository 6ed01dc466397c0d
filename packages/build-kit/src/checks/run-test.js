import { availableParallelism } from 'node:os';
import { installWhenNeeded } from '../launcher/install.js';
import { root } from '../launcher/slices.js';
import { closingLine, failed } from './outcome.js';
import { endRunning } from './run-command.js';

/**
 * Everything `npm test` does.
 * @param {string[]} words `--only a,b` selects steps; other words are patterns of test files
 * @returns {Promise<number>} the exit code
 */
export async function runTest(words) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      endRunning();
      process.exit(130);
    });
  }
  await installWhenNeeded(root, (line) => console.log(`  ${line}`));
  const { steps } = await import('./steps.js');
  const { chosen, patterns } = choose(steps, words);
  const outcomes = await runAll(chosen, patterns);
  list('Skipped', 'reasons', outcomes);
  list('Passed only at the second try, which is a defect to mend', 'retried', outcomes);
  const broken = chosen.filter((_, at) => outcomes[at].failed > 0);
  if (broken.length > 0) console.log(`\nFailed: ${broken.map(({ title }) => title).join(', ')}`);
  console.log(`\n${closingLine(outcomes)}`);
  return broken.length > 0 ? 1 : 0;
}

function list(title, key, outcomes) {
  const lines = outcomes.flatMap((outcome) => outcome[key] ?? []);
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/** @throws {Error} with a sentence when a step is asked for that does not exist */
export function choose(steps, words) {
  const at = words.indexOf('--only');
  if (at < 0) return { chosen: steps, patterns: words };
  const names = (words[at + 1] ?? '').split(',').filter(Boolean);
  const known = [...new Set(steps.map(({ name }) => name))];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined || names.length === 0) {
    throw new Error(`--only wants steps, separated by commas, out of: ${known.join(', ')}.`);
  }
  return {
    chosen: steps.filter(({ name }) => names.includes(name)),
    patterns: words.filter((_, place) => place !== at && place !== at + 1),
  };
}

// Steps that write nothing share the processors; the headings keep their order.
async function runAll(steps, patterns) {
  const quiet = steps.filter((step) => step.quiet);
  const started = new Map();
  const lanes = limit(Math.min(2, availableParallelism()));
  for (const step of quiet)
    started.set(
      step,
      lanes(() => timed(step, patterns)),
    );
  const outcomes = [];
  for (const step of steps) {
    console.log(`\n── ${step.title}`);
    const { outcome, seconds } = await (started.get(step) ?? timed(step, patterns));
    if (outcome.failed > 0 && outcome.output) console.log(outcome.output.trimEnd());
    console.log(`   ${describe(outcome).padEnd(40)} ${seconds} s`);
    outcomes.push(outcome);
  }
  return outcomes;
}

function limit(width) {
  const ends = Array.from({ length: width }, () => Promise.resolve());
  let next = 0;
  return (work) => {
    const lane = next++ % width;
    const result = ends[lane].then(work);
    ends[lane] = result.catch(() => undefined);
    return result;
  };
}

async function timed(step, patterns) {
  const begun = performance.now();
  const outcome = await step.run(patterns).catch((error) => failed(error.stack ?? String(error)));
  return { outcome, seconds: ((performance.now() - begun) / 1000).toFixed(1) };
}

function describe({ passed, failed: broken, skipped }) {
  const counts = [`${passed} passed`, broken > 0 && `${broken} FAILED`, skipped > 0 && `${skipped} skipped`];
  return counts.filter(Boolean).join(', ');
}
