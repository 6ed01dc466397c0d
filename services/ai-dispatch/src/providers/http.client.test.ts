import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NetworkPolicy } from '../network/network-policy.js';
import { HttpClient, readText, type Exchange } from './http.client.js';

const everywhere = { allows: () => true, lookupFor: () => undefined } as unknown as NetworkPolicy;

describe('what is sent with a request', () => {
  const client = new HttpClient(everywhere);
  const received: { headers: IncomingMessage['rawHeaders']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.rawHeaders, body });
      response.end('fine');
    });
  });
  let host: string;

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    received.length = 0;
  });

  afterAll(async () => {
    client.onApplicationShutdown();
    server.close();
    await once(server, 'close');
  });

  const ask = async (exchange: Pick<Exchange, 'method' | 'url'> & Partial<Exchange>) => {
    const { signal } = new AbortController();
    const answer = await client.open({
      headers: {},
      connectMs: 1_000,
      statusOfFault: () => undefined,
      signal,
      ...exchange,
    });
    expect(await readText(answer, 100)).toBe('fine');
    const { headers, body } = received.at(-1)!;
    const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]!]] : []));
    return { headers: pairs.sort(([one], [other]) => (one! < other! ? -1 : 1)), body };
  };

  it('has each header once, the length in bytes, and whom it goes to', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-1' };
    expect(await ask({ method: 'POST', url: `http://${host}/v1`, headers, body: '{"q":"ä"}' })).toEqual({
      headers: [
        ['authorization', 'Bearer sk-1'],
        ['connection', 'keep-alive'],
        ['content-length', '10'],
        ['content-type', 'application/json'],
        ['host', host],
      ],
      body: '{"q":"ä"}',
    });
  });

  it('has the name and password of the address', async () => {
    const { headers } = await ask({
      method: 'POST',
      url: `http://ann:s%3Acret@${host}/v1`,
      body: 'x',
    });
    expect(headers).toEqual([
      ['authorization', `Basic ${Buffer.from('ann:s:cret').toString('base64')}`],
      ['connection', 'keep-alive'],
      ['content-length', '1'],
      ['host', host],
    ]);
  });

  it('but not that name where the service has a key of its own', async () => {
    const { headers } = await ask({
      method: 'POST',
      url: `http://ann:secret@${host}/v1`,
      headers: { Authorization: 'Bearer sk-1' },
      body: 'x',
    });
    expect(headers).toContainEqual(['authorization', 'Bearer sk-1']);
    expect(headers.filter(([name]) => name === 'authorization')).toHaveLength(1);
  });

  it('has no length where there is no body', async () => {
    const { headers, body } = await ask({ method: 'GET', url: `http://${host}/v1/models`, headers: { 'x-key': '1' } });
    expect(headers).toEqual([
      ['connection', 'keep-alive'],
      ['host', host],
      ['x-key', '1'],
    ]);
    expect(body).toBe('');
  });

  it('is refused where a header could not be sent', async () => {
    const bad = ask({ method: 'POST', url: `http://${host}/v1`, headers: { 'x-key': 'a\nb' }, body: 'x' });
    await expect(bad).rejects.toThrow();
    expect(received).toEqual([]);
  });
});
