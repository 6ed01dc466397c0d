import { readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** What a process holds after a collection, as `tell-memory` writes it down when it is asked. */
export async function liveBytes(pid: number, file: string): Promise<number> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let turn = 0; turn < 2_000; turn += 1) {
    await pause(10);
    const told = await readFile(file, 'utf8').catch(() => '');
    if (told !== '') return Number(told);
  }
  throw new Error('The servers do not tell how much memory they hold.');
}

/** Looks at it about once a second. */
export async function watchLiveMemory(look: () => Promise<number>) {
  const before = await look();
  let most = before;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      most = Math.max(most, await look());
      await pause(700);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await looking;
      return { before, most };
    },
  };
}
