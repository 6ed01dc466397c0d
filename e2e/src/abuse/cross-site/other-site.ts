import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pages of somebody else, at a port of their own; `/sandbox` has a frame of no origin. */
export async function startOtherSite() {
  // As it was compiled, beside this file.
  const script = await readFile(new URL('./attack.js', import.meta.url), 'utf8');
  const server = createServer((request, response) => {
    const isScript = request.url === '/attack.js';
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    const origin = `http://${request.headers.host}`;
    response.end(isScript ? script : request.url === '/sandbox' ? sandbox(origin) : page(origin));
  });
  server.listen(0);
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, close };
}

const page = (origin: string) =>
  `<!doctype html><title>Another site</title><body><script type="module">import { attack } from '${origin}/attack.js'; window.attack = attack;</script>`;

const sandbox = (origin: string) =>
  `<!doctype html><title>Another site</title><body><iframe sandbox="allow-scripts allow-forms allow-popups" srcdoc="${page(origin).replaceAll('"', '&quot;')}"></iframe>`;
