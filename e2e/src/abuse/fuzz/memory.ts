import { readFile } from 'node:fs/promises';
import type { Product } from '../../product.js';

/** The servers of a product: what it stands on, and the demo providers, are no concern of theirs. */
const isServer = (name: string) => !['postgres', 'nats', 'redis', 'demo-providers'].includes(name);

/** The ids of the processes of the servers, by name. */
export const pidsOf = ({ processes }: Pick<Product, 'processes'>): [string, number | undefined][] =>
  Object.entries(processes)
    .filter(([name]) => isServer(name))
    .map(([name, { pid }]) => [name, pid]);

/** Megabytes that a process has in memory, and the most it had; undefined where the system does not say. */
export async function memoryOf(pid: number | undefined): Promise<{ now: number; most: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  const [now, most] = [megabytes('VmRSS'), megabytes('VmHWM')];
  return Number.isNaN(now) || Number.isNaN(most) ? undefined : { now: Math.round(now), most: Math.round(most) };
}
