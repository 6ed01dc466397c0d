import { Agent, request } from 'node:http';
import type { Session } from '../client/session.js';

export interface Page {
  ms: number;
  body: string;
  next: string | undefined;
}

const agent = new Agent({ keepAlive: true });

/** Reads one page to its end; returns how long it took, what it was, and the address of the next one. */
export function readPage(port: number, { cookie }: Session, path: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const sent = request({ host: '127.0.0.1', port, path, agent, headers: { cookie }, timeout: 30_000 }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        const ms = performance.now() - began;
        const body = Buffer.concat(parts).toString();
        if (answer.statusCode !== 200) return reject(new Error(`GET ${path} answered ${answer.statusCode}: ${body}`));
        resolve({ ms, body, next: /<([^>]+)>/.exec(answer.headers.link?.toString() ?? '')?.[1] });
      });
    });
    sent.once('timeout', () => sent.destroy(new Error(`GET ${path} was not answered in 30 s`)));
    sent.once('error', reject);
    sent.end();
  });
}

/** Reads a download without keeping it; returns how many bytes it had. */
export async function readThrough(port: number, { cookie }: Session, path: string): Promise<number> {
  let bytes = 0;
  for await (const chunk of (await get(port, cookie, path)).body!) bytes += (chunk as Uint8Array).length;
  return bytes;
}

export async function userIdOf(port: number, { cookie }: Session): Promise<string> {
  return ((await (await get(port, cookie, '/api/auth/user')).json()) as { id: string }).id;
}

async function get(port: number, cookie: string, path: string): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { cookie },
    signal: AbortSignal.timeout(300_000),
  });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
