import type { Server } from 'node:http';
import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askFanOut } from '../src/floors/ask-fan-out.js';
import { createFanOut } from '../src/floors/fan-out-server.js';
import { lostIn } from '../src/client/lost.rules.js';
import { listen } from '../src/processes/listen.js';
import { services, timetables } from '../src/rig/services.js';
import { createUpstream } from '../src/upstream/upstream-server.js';

describe('the fake provider behind the bare fan-out', () => {
  const upstream = createUpstream();
  const servers: Server[] = [upstream.server, createFanOut()];
  const agent = new Agent({ keepAlive: true });
  let ports: number[];

  beforeAll(async () => {
    ports = await Promise.all(servers.map(listen));
  });
  afterAll(() => {
    agent.destroy();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });

  const ask = (key: string) => askFanOut({ port: ports[1] ?? 0, upstreamPort: ports[0] ?? 0, agent, key, services });

  it.each([1, 7])('passes on every token of six services, %i per packet', async (tokensPerWrite) => {
    upstream.plan(timetables({ firstTokenMs: 1, tokensPerSecond: 2000, tokens: 100, tokensPerWrite }, 2));
    const keys = ['one', 'two', 'three'].map((name) => `${name}-${tokensPerWrite}`);
    const seen = await Promise.all(keys.map(ask));
    const { spoken } = upstream.take();
    expect(spoken).toHaveLength(18);
    expect(seen.flatMap((one) => lostIn(one, spoken, services).sentences)).toEqual([]);
    expect(seen.every((one) => services.every((service) => (one.firstAt[service] ?? 0) > one.sentAt))).toBe(true);
  });

  it('says which service failed', async () => {
    const seen = await askFanOut({
      port: ports[1] ?? 0,
      upstreamPort: ports[0] ?? 0,
      agent,
      key: 'unknown',
      services: ['nobody'],
    });
    expect(lostIn(seen, upstream.take().spoken, ['nobody']).sentences).toContain('unknown: nobody was called 0 times.');
  });
});
