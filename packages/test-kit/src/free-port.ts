import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Below the range from which systems take the local end of outgoing connections.
const lowest = 20_000;
const highest = 32_000;
const promised = new Set<number>();

/** A port nobody listens on, promised to nobody else on this machine for as long as a start may take. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (promised.has(port) || !claim(port) || !(await isFree(port))) continue;
    promised.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

const claims = join(tmpdir(), `polylogue-ports-${process.getuid?.() ?? 'all'}`);
const claimMs = 60_000;

/** Test files run in processes beside each other: whoever makes the file of a port has it. */
function claim(port: number): boolean {
  const file = join(claims, String(port));
  try {
    mkdirSync(claims, { recursive: true });
    const known = statSync(file, { throwIfNoEntry: false });
    if (known && Date.now() - known.mtimeMs < claimMs) return false;
    rmSync(file, { force: true });
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
