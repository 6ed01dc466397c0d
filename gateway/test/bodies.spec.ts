import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import { startGateway, type RunningGateway } from './gateway.js';
import { replyEvents } from './upstreams.js';

const maxConnections = 12;
let gateway: RunningGateway;
let cookie: string;

beforeAll(async () => {
  gateway = await startGateway({
    env: { BODY_IDLE_SECONDS: '1.5', BODY_SECONDS: '1', MAX_CONNECTIONS: String(maxConnections) },
  });
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());

const open = () => connect(Number(new URL(gateway.url).port), '127.0.0.1');
const head = (path: string, headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');
const message = '/api/send-message';

/** What is answered to a body that never comes. */
async function answerTo(path: string, headers: string[] = []): Promise<string> {
  const socket = open();
  socket.write(head(path, [`Content-Length: ${limits.bodyBytes}`, ...headers]));
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return first.toString();
}

describe('a body', () => {
  it('is not waited for from a caller who may not send it', async () => {
    expect(await answerTo(message)).toMatch(/^HTTP\/1\.1 401 [^]*"code":"signed_out"/);
    const waiting = await gateway.aUser('unapproved');
    expect(await answerTo(message, [`Cookie: ${waiting.cookie}`])).toMatch(/^HTTP\/1\.1 403 [^]*"approval_required"/);
  });

  it('of a visitor is as large as a form, not as large as a message', async () => {
    const body = { email: 'a@example.org', password: 'x'.repeat(17 * 1024) };
    const answer = await gateway.ask('/api/login', { method: 'POST', body });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'body_too_large', error: 'The body is larger than 16 KiB.' });
  });

  it('of a file that stops on its way is given up', async () => {
    const socket = open();
    socket.write(head('/api/import', ['Content-Length: 40', `Cookie: ${cookie}`]) + '{"message":');
    const said = await text(socket);
    expect(said).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close[^]*"error":"Nothing more of the body came for/);
  });

  it.each([['/api/login'], [message]])('for %s that goes on and on is given up', async (path) => {
    const socket = open();
    socket.write(head(path, ['Content-Length: 400', `Cookie: ${cookie}`]) + '{"message":"');
    const drip = setInterval(() => socket.write('x'), 50);
    socket.on('error', () => undefined).once('end', () => clearInterval(drip));
    const said = await text(socket).finally(() => clearInterval(drip));
    expect(said).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close[^]*"code":"body_too_slow"/);
    expect(said).toContain('"error":"The body took longer than 1 seconds.');
  });

  describe('beyond its limit', () => {
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const chunked = (...more: string[]) => ['Transfer-Encoding: chunked', `Cookie: ${cookie}`, ...more];
    const rows: [what: string, head: () => string[], bytes: Buffer | undefined][] = [
      [
        'by its length, before it comes',
        () => [`Content-Length: ${limits.bodyBytes + 1}`, `Cookie: ${cookie}`],
        undefined,
      ],
      ['while it comes', () => chunked(), chunk(Buffer.alloc(limits.bodyBytes + 1, ' '))],
      [
        'when it is unpacked',
        () => chunked('Content-Encoding: gzip'),
        chunk(gzipSync(Buffer.alloc(2 * limits.bodyBytes, ' '))),
      ],
    ];

    // Its end never comes.
    it.each(rows)('%s is refused at once', async (_what, headers, bytes) => {
      const socket = open();
      socket.write(head(message, headers()));
      if (bytes) socket.write(bytes);
      const said = await text(socket);
      expect(said).toMatch(/^HTTP\/1\.1 413 [^]*Connection: close\r\n/);
      const answer = JSON.parse(said.slice(said.indexOf('\r\n\r\n'))) as Record<string, unknown>;
      expect(answer).toMatchObject({ error: 'The body is larger than 1 MiB.', code: 'body_too_large' });
      expect(answer['requestId']).toMatch(/^[\w-]{10,}$/);
    });

    it('of a visitor is refused at once, too', async () => {
      const socket = open();
      socket.write(head('/api/login', chunked()));
      socket.write(chunk(Buffer.alloc(17 * 1024, ' ')));
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [^]*"error":"The body is larger than 16 KiB."/);
    });
  });

  it('may come packed, and is refused where it cannot be unpacked', async () => {
    const post = (bytes: Buffer, encoding: string) =>
      fetch(`${gateway.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: new Uint8Array(bytes),
      });
    const body = gzipSync(JSON.stringify({ email: 'nobody@example.org', password: 'x'.repeat(20) }));
    expect((await post(body, 'gzip')).status).toBe(401);
    for (const [bytes, encoding, status] of [
      [body.subarray(0, 30), 'gzip', 400],
      [Buffer.from('{}'), 'gzip', 400],
      [body, 'zip', 415],
    ] as const)
      expect([encoding, (await post(bytes, encoding)).status]).toEqual([encoding, status]);
  });

  it('that is not there, or that nobody reads, holds up no answer', async () => {
    const wanted = { name: 'A script', scopes: ['send'] };
    const made = await gateway.ask('/api/account/keys', { method: 'POST', cookie, body: wanted });
    const { key } = (await made.json()) as { key: string };
    gateway.upstreams.broadcasts.retryReply = async function* () {
      // Longer than BODY_IDLE_SECONDS.
      await setTimeout(2_000);
      yield* replyEvents();
    };
    const retry = (body?: string) =>
      gateway.ask(`/api/messages/${randomUUID()}/retry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body,
      });
    const answers = await Promise.all([retry(), retry('Again.')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('that comes piece by piece is taken', async () => {
    const socket = open();
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'x'.repeat(20) });
    socket.write(head('/api/login', [`Content-Length: ${body.length}`, 'Connection: close']));
    for (const piece of body.match(/.{1,30}/g)!) socket.write(piece);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

it('takes so many connections and no more, until one of them goes', async () => {
  const sockets: Socket[] = [];
  const isTaken = async () => {
    const socket = open();
    socket.on('error', () => undefined);
    sockets.push(socket);
    socket.write('GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
  };
  for (let taken = true; taken; taken = await isTaken()) expect(sockets.length).toBeLessThanOrEqual(maxConnections);
  sockets[0]?.destroy();
  await until(isTaken, { what: 'room for one more' });
  for (const socket of sockets) socket.destroy();
});
