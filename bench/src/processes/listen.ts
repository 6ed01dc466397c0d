import type { Server } from 'node:http';
import { findFreePort } from '@polylogue/build-kit/backing';

/** Listens on a free port of this machine and returns it. */
export async function listen(server: Server) {
  const port = await findFreePort();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', 4096, resolve);
  });
  return port;
}
