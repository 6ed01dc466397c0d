import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import express from 'express';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SseWriter, type SseTimes } from '../src/http/sse-writer.js';
import type { HttpResponse } from '../src/http/http-messages.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that hands the first response to the test. */
async function serve() {
  const app = express();
  const arrived = new Promise<HttpResponse>((resolve) => app.get('/', (_request, response) => resolve(response)));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, arrived };
}

const times = (some: Partial<SseTimes>): SseTimes => ({ keepAliveMs: 60_000, stalledMs: 60_000, ...some });
const large = { event: 'delta', data: { text: 'x'.repeat(256 * 1024) } };

describe('a stream', () => {
  it('is kept alive by comments while nothing happens', async () => {
    const { port, arrived } = await serve();
    const reading = fetch(`http://127.0.0.1:${port}/`);
    new SseWriter(await arrived, times({ keepAliveMs: 5 })).open();
    const { value } = await (await reading).body!.getReader().read();
    expect(new TextDecoder().decode(value as Uint8Array)).toMatch(/^: keep-alive\n\n/);
  });

  it('that begins and ends at once is a stream like any other', async () => {
    const { port, arrived } = await serve();
    const reading = fetch(`http://127.0.0.1:${port}/`);
    const writer = new SseWriter(await arrived, times({}));
    expect(writer.isBegun).toBe(false);
    void writer.send({ event: 'delta', data: { text: 'one' }, id: '1' });
    expect(writer.isBegun).toBe(true);
    void writer.send({ event: 'done', data: {}, id: '2' });
    writer.end();
    const answer = await reading;
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'transfer-encoding': 'chunked',
    });
    expect((await answer.text()).match(/^id: \d$/gm)).toEqual(['id: 1', 'id: 2']);
  });

  it('waits for a slow reader and drops one who does not read at all', async () => {
    const { port, arrived } = await serve();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    socket.pause();
    const response = await arrived;
    const writer = new SseWriter(response, times({ stalledMs: 50 }));
    let sent = 0;
    while (!response.destroyed) {
      await writer.send(large);
      sent += 1;
    }
    // What was written and not read is what the system holds, not what we hold.
    expect(sent).toBeLessThan(200);
    await writer.send(large);
    writer.end();
    socket.destroy();
  });

  it('gives a reader who comes back to reading everything, in order', async () => {
    const { port, arrived } = await serve();
    const reading = fetch(`http://127.0.0.1:${port}/`);
    const writer = new SseWriter(await arrived, times({}));
    const writing = (async () => {
      for (let id = 1; id <= 40; id += 1) await writer.send({ ...large, id });
      writer.end();
    })();
    const text = await (await reading).text();
    await writing;
    expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual(
      Array.from({ length: 40 }, (_each, index) => index + 1),
    );
  });
});
