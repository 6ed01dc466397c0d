import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import { startGateway, type RunningGateway } from './gateway.js';

const maxConnections = 12;
let gateway: RunningGateway;
let cookie: string;

beforeAll(async () => {
  gateway = await startGateway({ env: { BODY_IDLE_SECONDS: '0.2', MAX_CONNECTIONS: String(maxConnections) } });
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

  it.each([['/api/login'], [message]])('for %s that stops on its way is given up', async (path) => {
    const socket = open();
    socket.write(head(path, ['Content-Length: 40', `Cookie: ${cookie}`]) + '{"message":');
    const said = await text(socket);
    expect(said).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close[^]*"error":"Nothing more of the body came for/);
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
