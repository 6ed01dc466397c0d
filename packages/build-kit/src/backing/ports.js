import { createServer } from 'node:net';
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

/**
 * @param {Set<number>} [taken] ports promised to others already; the answer is added
 * @returns {Promise<number>} a free port between 20000 and 32000
 */
export async function findFreePort(taken = new Set()) {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (taken.has(port) || !(await isPortFree(port))) continue;
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
