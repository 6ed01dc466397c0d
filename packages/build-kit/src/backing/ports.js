import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackingError } from './backing-error.js';

// Below the range from which systems take the local end of outgoing connections.
const lowest = 20_000;
const highest = 32_000;

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<boolean>} whether something could listen there now
 */
export function isPortFree(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

const claims = join(tmpdir(), `polylogue-ports-${process.getuid?.() ?? 'all'}`);
// Longer than a server takes from being given its port to listening there.
const claimMs = 60_000;

/**
 * Starts and tests run in processes beside each other: the process that makes the file of a port has it.
 * @param {number} port
 */
function claim(port) {
  const file = join(claims, String(port));
  try {
    mkdirSync(claims, { recursive: true });
    const known = statSync(file, { throwIfNoEntry: false });
    if (known && Date.now() - known.mtimeMs < claimMs) return false;
    rmSync(file, { force: true });
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    // Where no file can be made, no promise can be known.
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST';
  }
}

/**
 * @param {Set<number>} [taken] ports promised to others already; the answer is added
 * @returns {Promise<number>} a port between 20000 and 32000 where nothing listens, promised to no other process on this
 * machine for a minute
 */
export async function findFreePort(taken = new Set()) {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (taken.has(port) || !claim(port) || !(await isPortFree(port))) continue;
    taken.add(port);
    return port;
  }
  throw new BackingError('port_taken', `No free port was found between ${lowest} and ${highest}.`);
}

/**
 * The wanted port when it is free, else a sentence that names it; any free port when none is wanted.
 * @param {string} owner for the sentence
 * @param {number | undefined} wanted
 * @param {Set<number>} taken
 */
export async function claimPort(owner, wanted, taken) {
  if (wanted === undefined) return findFreePort(taken);
  if (await isPortFree(wanted)) return wanted;
  throw new BackingError('port_taken', `Port ${wanted}, meant for ${owner}, is taken by another program.`);
}
