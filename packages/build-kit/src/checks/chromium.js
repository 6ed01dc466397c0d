import { existsSync } from 'node:fs';
import { findOnPath } from '../backing/find-binary.js';
import { runCommand } from './run-command.js';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * @param {(line: string) => void} report
 * @returns {Promise<string | undefined>} a browser for the end-to-end tests; root may install Debian's
 */
export async function findChromium(report) {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const found = (await findOnPath(names, process.env)) ?? (existsSync(onMac) ? onMac : undefined);
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  report('installing Chromium for the end-to-end tests (apt-get install chromium)');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => runCommand('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env });
  if ((await install()).code !== 0) {
    await runCommand('apt-get', ['update'], { env });
    await install();
  }
  return findOnPath(names, process.env);
}
