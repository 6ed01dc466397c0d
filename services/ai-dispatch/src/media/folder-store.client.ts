import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MediaStore } from './media-store.js';

/** A folder of this machine, or one that all replicas share. */
export class FolderStore implements MediaStore {
  constructor(private readonly folder: string) {}

  async write(id: string, bytes: Buffer): Promise<void> {
    const path = this.pathOf(id);
    await mkdir(dirname(path), { recursive: true });
    const unfinished = `${path}.part`;
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  }

  read(id: string, from: number, length: number, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return createReadStream(this.pathOf(id), { start: from, end: from + length - 1, signal }) as AsyncIterable<Buffer>;
  }

  async delete(id: string): Promise<void> {
    const path = this.pathOf(id);
    await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })]);
  }

  // Ids begin with the time they were made at: their ends spread them over folders.
  private pathOf(id: string): string {
    return join(this.folder, id.slice(-2), id);
  }
}
