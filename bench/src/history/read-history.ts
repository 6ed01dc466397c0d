import type { Session } from '../client/session.js';

export interface Page {
  ms: number;
  next: string | undefined;
}

/** Reads one page to its end; returns how long it took, and the address of the next one. */
export async function readPage(port: number, { cookie }: Session, path: string): Promise<Page> {
  const began = performance.now();
  const answer = await get(port, cookie, path);
  await answer.text();
  return { ms: performance.now() - began, next: /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] };
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
