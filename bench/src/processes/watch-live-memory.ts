import { readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** What a process holds. */
export interface Held {
  /** After a collection. */
  bytes: number;
  /** Sockets, timers, files. */
  handles: number;
  /** How often Node has warned so far. */
  warnings: number;
}

/** What a process holds, which `report-memory` writes to the file on a signal. */
export async function heldBy(pid: number, file: string): Promise<Held> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let turn = 0; turn < 2_000; turn += 1) {
    await pause(10);
    const written = await readFile(file, 'utf8').catch(() => '');
    if (written !== '') return JSON.parse(written) as Held;
  }
  throw new Error('The servers did not write how much memory they hold.');
}

/** Samples it about once a second. */
export async function watchLiveMemory(look: () => Promise<number>) {
  const before = await look();
  let peak = before;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await look());
      await pause(700);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await looking;
      return { before, peak };
    },
  };
}
