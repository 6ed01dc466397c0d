import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default async function globalTeardown() {
  await globalThis.polylogueBacking?.stop();
  await rm(join(tmpdir(), `polylogue-tests-${process.pid}`), { recursive: true, force: true });
}
