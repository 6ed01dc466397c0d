import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const size = '900m';

/** Small disks in memory, where this process may mount some: root on Linux. */
export class SmallDisks {
  readonly #mounted: string[] = [];

  get areThere(): boolean {
    return this.#mounted.length > 0;
  }

  /** Makes a folder a disk of its own, or leaves it as it is. */
  async mount(folder: string): Promise<void> {
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
      this.#mounted.push(folder);
    } catch {
      // Faults of the disk are left out, and said to be.
    }
  }

  async unmountAll(): Promise<void> {
    for (const folder of this.#mounted.splice(0)) await run('umount', [folder]).catch(() => undefined);
  }
}

/** Fills the disk that a folder is on. Answers what makes room again. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  // In ever smaller pieces: what is left in the end holds no page of a table.
  for (let bytes = 1 << 20; bytes >= 1 << 12; bytes >>= 4) {
    const piece = Buffer.alloc(bytes);
    try {
      for (;;) await file.write(piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  await file.close();
  return () => rm(path, { force: true });
}
