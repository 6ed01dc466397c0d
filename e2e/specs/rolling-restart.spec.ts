import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { fakeAi, type FakeAi } from '@polylogue/test-kit';
import { signUp, type Account } from '../src/account.js';
import { Api } from '../src/api.js';
import { startCluster, type Cluster } from '../src/cluster.js';

const requestsPerSecond = 50;
const liveBroadcasts = 20;
const replicas = 2;
// One broadcast streams for about three seconds; a replica that ends may take longer than that to drain.
const words = Array.from({ length: 30 }, (_, index) => `word-${index} `);
const wordMs = 100;
const names = ['one', 'two'];

let vendor: FakeAi;
let cluster: Cluster;
let accounts: Account[];

beforeAll(async () => {
  vendor = await fakeAi();
  for (const name of names) vendor.replies(name, { chunks: words, delayMs: wordMs });
  cluster = await startCluster(replicas, {
    env: { DRAIN_SECONDS: '60', SESSION_COOKIE: 'polylogue', QUALITY_MODE: 'off' },
    aiServices: names.map((name) => ({
      ...{ name, displayName: `Service ${name}`, color: '#097C56', category: 'text' },
      ...{ provider: 'openai-compatible', model: name, baseUrl: vendor.url, apiKey: 'not-a-key' },
    })),
  });
  accounts = [];
  for (const name of ['Ada', 'Grace', 'Mary', 'Hedy']) accounts.push(await signUp(cluster.url, name));
  await approve(accounts);
}, 180_000);

afterAll(async () => {
  await cluster?.stop();
  await vendor?.close();
});

test('every service is replaced under load: no request fails, no stream breaks, no word is missing', async () => {
  const apis = accounts.map((account) => new Api(cluster.url, account));
  const load = { isOn: true, requests: 0, broadcasts: 0, faults: [] as string[] };
  const working = [
    askSteadily(apis[0]!, load),
    ...Array.from({ length: liveBroadcasts }, (_, index) => broadcastOn(apis[index % apis.length]!, load)),
  ];
  for (const slice of cluster.slices) {
    const before = load.faults.length;
    await cluster.roll(slice);
    load.faults.push(...load.faults.splice(before).map((fault) => `while ${slice} was replaced: ${fault}`));
  }
  load.isOn = false;
  await Promise.all(working);

  expect(load.faults).toEqual([]);
  expect(load.requests).toBeGreaterThan(500);
  expect(load.broadcasts).toBeGreaterThan(liveBroadcasts);
}, 300_000);

/** The first of an installation is its administrator; the others wait for one. */
async function approve([admin, ...others]: Account[]): Promise<void> {
  const api = new Api(cluster.url, admin!);
  const users = (await (await api.fetch('GET', '/api/admin/users')).json()) as { id: string; email: string }[];
  for (const { email } of others) {
    const { id } = users.find((user) => user.email === email)!;
    expect((await api.fetch('POST', `/api/admin/users/${id}/approve`, {})).status).toBe(200);
  }
}

interface Load {
  isOn: boolean;
  requests: number;
  broadcasts: number;
  faults: string[];
}

/** What open pages ask for, evenly over time, whether or not the earlier ones have been answered. */
async function askSteadily(api: Api, load: Load): Promise<void> {
  const paths = [
    '/api/auth/user',
    '/api/ai-services',
    '/api/conversations?limit=20&messages=last',
    '/api/saved-queries',
  ];
  const open = new Set<Promise<void>>();
  for (let turn = 0; load.isOn; turn += 1) {
    const path = paths[turn % paths.length]!;
    const asked = ask(api, path, load).finally(() => open.delete(asked));
    open.add(asked);
    await pause(1000 / requestsPerSecond);
  }
  await Promise.all(open);
}

async function ask(api: Api, path: string, load: Load): Promise<void> {
  try {
    const answer = await api.fetch('GET', path);
    const text = await answer.text();
    if (!answer.ok) load.faults.push(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  } catch (error) {
    load.faults.push(`${path}: ${String(error)} ${String((error as Error).cause)}`);
  }
  load.requests += 1;
}

/** One person after another message: each stream must come to its proper end with every word in it. */
async function broadcastOn(api: Api, load: Load): Promise<void> {
  while (load.isOn) {
    try {
      const texts = new Map<string, string>();
      let isDone = false;
      for await (const { event, data } of api.send({ message: 'Go on.', selectedAIs: names, mode: 'broadcast' })) {
        if (event === 'delta') texts.set(data.aiService, (texts.get(data.aiService) ?? '') + data.text);
        if (event !== 'done') continue;
        isDone = true;
        for (const { aiService, success, error } of data.results) {
          if (!success) load.faults.push(`${aiService} failed: ${error}`);
        }
      }
      if (!isDone) load.faults.push('a stream ended before its end');
      for (const name of names) if (texts.get(name) !== words.join('')) load.faults.push(`${name} lost words`);
    } catch (error) {
      load.faults.push(`a broadcast: ${String(error)} ${String((error as Error).cause)}`);
    }
    load.broadcasts += 1;
  }
}
