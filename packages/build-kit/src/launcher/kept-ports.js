import { join } from 'node:path';
import { findFreePort, isPortFree } from '../backing/ports.js';
import { keep, readKept } from '../secrets/kept-json.js';

/**
 * Ports inside this machine, the same at each start as long as nothing else has taken them.
 * @param {string} folder
 * @param {string[]} owners
 * @param {number} front the public one, which no other server may have
 * @returns {Promise<Record<string, number>>}
 */
export async function keepPorts(folder, owners, front) {
  const path = join(folder, 'ports.json');
  /** @type {Record<string, number>} */
  const kept = await readKept(path);
  const promised = new Set([front, ...Object.values(kept)]);
  /** @type {Record<string, number>} */
  const ports = {};
  for (const owner of owners) {
    const before = kept[owner];
    const isUsable = before !== undefined && before !== front && (await isPortFree(before));
    ports[owner] = isUsable ? before : await findFreePort(promised);
  }
  if (JSON.stringify(ports) !== JSON.stringify(kept)) await keep(path, ports);
  return ports;
}
