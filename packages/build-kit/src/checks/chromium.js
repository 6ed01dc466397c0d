import { existsSync } from 'node:fs';
import { findOnPath } from '../backing/find-binary.js';
import { runCommand } from './run-command.js';

// The headless shell first: without a window it takes half of the processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
// Older Debian and Ubuntu have no headless shell of their own.
const packages = ['chromium-headless-shell', 'chromium'];
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** @returns {Promise<string | undefined>} the browser of this machine for tests and measures: CHROMIUM_PATH, else the first that is there */
export async function chromiumPath() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return (await findOnPath(names, process.env)) ?? (existsSync(onMac) ? onMac : undefined);
}

/** @returns {Promise<string>} as {@link chromiumPath}; without one it says what to do */
export async function mustFindChromium() {
  const path = await chromiumPath();
  if (!path) throw new Error('No Chromium found: install the package chromium, or set CHROMIUM_PATH.');
  return path;
}

/**
 * @param {(line: string) => void} report
 * @returns {Promise<string | undefined>} a browser for the end-to-end tests; root may install Debian's
 */
export async function findChromium(report) {
  const found = await chromiumPath();
  if (found || process.env.CHROMIUM_PATH || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  report('installing Chromium for the end-to-end tests (apt-get install chromium-headless-shell)');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update'], { env });
  for (const name of packages) {
    const { code } = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
    if (code === 0) break;
  }
  return findOnPath(names, process.env);
}
