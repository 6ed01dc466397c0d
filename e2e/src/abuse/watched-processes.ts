import { readdir, readFile } from 'node:fs/promises';
import type { Product } from '../product.js';

/** The largest that processes were while they were looked at, in megabytes. */
export interface Largest {
  servers: number;
  readers: number;
}

/** Looks five times a second how much memory the servers take, and each process that reads a file. */
export function watchMemory({ processes }: Pick<Product, 'processes'>) {
  const largest: Largest = { servers: 0, readers: 0 };
  const stores = new Set(['postgres', 'nats', 'redis', 'demo', 'demo-providers']);
  const servers = () => Object.entries(processes).flatMap(([name, { pid }]) => (pid && !stores.has(name) ? [pid] : []));
  let looking: Promise<void> | undefined;
  const look = async () => {
    const pids = new Set(servers());
    const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    for (const pid of all) {
      const isServer = pids.has(pid);
      if (!isServer && !(await isReader(pid))) continue;
      const kind = isServer ? 'servers' : 'readers';
      largest[kind] = Math.max(largest[kind], await megabytesOf(pid));
    }
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, 200);
  return {
    largest,
    /** Of the servers, now. */
    now: async () => Math.max(0, ...(await Promise.all(servers().map(megabytesOf)))),
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

async function isReader(pid: number): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.includes('reader/main.js\0');
}

async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}
