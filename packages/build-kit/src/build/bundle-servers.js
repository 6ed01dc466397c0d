import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findLocalBundle } from '../bundle/local-bundle.js';
import { root } from '../slices.js';

/**
 * Bundles the servers for starts of this checkout, in a process of its own: it takes half a gigabyte for some seconds.
 * @param {(line: string) => void} report
 */
export async function bundleServers(report) {
  if (await findLocalBundle()) return;
  const begun = performance.now();
  const make = join(root, 'packages/build-kit/src/bundle/make-local-bundle.js');
  await promisify(execFile)(process.execPath, [make]).catch(({ stderr, message }) => {
    throw new Error(`The servers cannot be bundled.\n${stderr || message}`);
  });
  report(`${'servers bundled'.padEnd(52)} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
