import { join } from 'node:path';
import { runCommand } from '../checks/run-command.js';
import { findLocalBundle } from '../bundle/local-bundle.js';
import { root } from '../slices.js';

/**
 * Bundles the servers for starts of this checkout, in a process of its own: it takes half a gigabyte for some seconds.
 * @param {(line: string) => void} report
 */
export async function bundleServers(report) {
  if (await findLocalBundle()) return;
  const begun = performance.now();
  const { code, output } = await runCommand(process.execPath, [
    join(root, 'packages/build-kit/src/bundle/make-local-bundle.js'),
  ]);
  if (code !== 0) throw new Error(`The servers cannot be bundled.\n${output}`);
  report(`${'servers bundled'.padEnd(52)} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
