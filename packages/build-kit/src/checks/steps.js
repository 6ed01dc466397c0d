import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServers } from '../launcher/run-start.js';
import { root } from '../launcher/slices.js';
import { buildWebSlices } from '../launcher/web-build.js';
import { findChromium } from './chromium.js';
import { compareEnvironment } from './environment-step.js';
import { runJest } from './jest-step.js';
import { failed, ofCommand, passed, skipped } from './outcome.js';
import { compareGenerated, findBreakingProto, lintProto } from './proto-step.js';
import { runCommand } from './run-command.js';

const report = (line) => console.log(`  ${line}`);
const script = (name) => async () => ofCommand(await runCommand('npm', ['run', '--silent', name]));
const noBrowser =
  'end-to-end tests: no Chromium was found on PATH or in CHROMIUM_PATH, and installing one needs root on Debian';

/**
 * @typedef {object} Step
 * @property {string} name for `npm test -- --only`
 * @property {string} title
 * @property {boolean} [quiet] writes nothing itself, so several may run at once
 * @property {(patterns: string[]) => Promise<import('./outcome.js').Outcome>} run
 */

/** @type {Step[]} in the order of their headings */
export const steps = [
  {
    name: 'format',
    title: 'formatting',
    quiet: true,
    run: async () => ofCommand(await runCommand('prettier', ['--check', '--log-level', 'warn', '.'])),
  },
  { name: 'types', title: 'types', quiet: true, run: script('types') },
  { name: 'lint', title: 'lint', quiet: true, run: script('lint') },
  { name: 'deps', title: 'dependency rules', quiet: true, run: script('deps') },
  { name: 'proto', title: 'contracts: style', quiet: true, run: lintProto },
  { name: 'proto', title: 'contracts: generated code is current', quiet: true, run: compareGenerated },
  { name: 'proto', title: 'contracts: nothing breaks other versions', quiet: true, run: findBreakingProto },
  { name: 'node', title: 'unit tests', run: (patterns) => runJest('node', { patterns }) },
  { name: 'web', title: 'browser unit tests', run: (patterns) => runJest('web', { patterns }) },
  { name: 'build', title: 'build', run: build },
  { name: 'environment', title: 'environment: what is written from config.ts is current', run: compareEnvironment },
  { name: 'spec', title: 'slices through their real doors', run: (patterns) => runJest('spec', { patterns }) },
  { name: 'e2e', title: 'end to end, in a real browser', run: endToEnd },
];

async function build() {
  try {
    await buildServers(report);
    await buildWebSlices(report);
    return passed();
  } catch (error) {
    return failed(error.message);
  }
}

async function endToEnd(patterns) {
  // Chosen alone, it would otherwise drive what was built some time ago.
  const built = await build();
  if (built.failed > 0) return built;
  const chromium = await findChromium(report);
  if (chromium) {
    report(`browser: ${chromium}`);
    return runJest('e2e', { patterns, env: { CHROMIUM_PATH: chromium }, words: ['--runInBand'] });
  }
  const files = await readdir(join(root, 'e2e/specs'), { recursive: true }).catch(() => []);
  return skipped(noBrowser, files.filter((name) => name.endsWith('.spec.ts')).length);
}
