import { beforeAll, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { fakeAi, natsCluster, postgresWithStandby, until } from '@polylogue/test-kit';
import type { NatsCluster, PostgresWithStandby } from '@polylogue/test-kit';
import pg from 'pg';
import type { Account } from '../src/account.js';
import { setScene } from '../src/scene.js';
import { SteadySender } from '../src/steady-sender.js';

const names = ['one', 'two', 'three'];
const colors = ['#097C56', '#036EAE', '#AC430E'];
const words = Array.from({ length: 30 }, (_, index) => `word-${index} `);
const terminal = new Set(['completed', 'failed', 'interrupted', 'cancelled']);
/** How long messages and events may need after a loss: the slowest step is a lease that lapses. */
const backMs = 60_000;

let nats: NatsCluster;
let postgres: PostgresWithStandby;

/** The product as `production` has it: NATS keeps each event three times, Postgres each commit twice. */
const scene = setScene(async (keep) => {
  const vendor = keep(await fakeAi());
  for (const name of names) vendor.replies(name, { chunks: words, delayMs: 10 });
  nats = keep(await natsCluster());
  postgres = keep(await postgresWithStandby());
  const service = { category: 'text', provider: 'openai-compatible', baseUrl: vendor.url, apiKey: 'not-a-key' };
  return {
    separate: true,
    env: {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      EVENTS_REPLICAS: '3',
      CONVERSATION_LEASE_SECONDS: '6',
      CONVERSATION_HEARTBEAT_SECONDS: '1',
      AI_DISPATCH_USER_CALLS_PER_MINUTE: '100000',
    },
    aiServices: names.map((name, index) => {
      return { ...service, name, displayName: `Service ${name}`, color: colors[index], model: name };
    }),
  };
});

// A minute of load and of lost servers: not for every run.
const inFull = process.env['TEST_FULL'] === '1' ? test : test.skip;

const accounts: Account[] = [];
let senders: SteadySender[];
const report: Record<string, unknown>[] = [];
const total = () => senders.reduce((sum, { sent }) => sum + sent.length, 0);
const failed = () => senders.reduce((sum, { failures }) => sum + failures, 0);

beforeAll(async () => {
  accounts.push(await scene.signUp(), await scene.signUp('Ada'));
  await scene.approve(accounts[1]!);
  senders = accounts.map((account, index) => new SteadySender(scene.apiOf(account), `user-${index}`, names));
  await until(() => total() >= 4, { timeoutMs: backMs, what: 'the first messages' });
}, 60_000);

/** Rows of the product's database, whichever server has it. */
async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const url = new URL(postgres.url);
  url.pathname = new URL(scene.product.environment['CONVERSATION_DATABASE_URL']!).pathname;
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function isPublished(): Promise<boolean> {
  const waiting = (schema: string) => `(SELECT count(*) FROM ${schema}.outbox WHERE sent_at IS NULL)`;
  const [row] = await rows(`SELECT ${waiting('conversation')} + ${waiting('ai_dispatch')} AS n`);
  return Number(row!['n']) < 30;
}

/** Loses a server under load, and waits until messages and events go through as before. */
async function lose(what: string, loss: () => Promise<void>): Promise<void> {
  const [before, failures, begun] = [total(), failed(), performance.now()];
  const passed = () => Math.round(performance.now() - begun);
  await loss();
  await until(() => total() >= before + 3, { timeoutMs: backMs, what: `messages after the loss of ${what}` });
  const messagesMs = passed();
  await until(() => isPublished().catch(() => false), {
    timeoutMs: backMs,
    what: `events after the loss of ${what}`,
  });
  const eventsMs = passed();
  await until(() => total() >= before + 8, { timeoutMs: backMs, what: `more messages after the loss of ${what}` });
  report.push({ what, messagesMs, eventsMs, failedTries: failed() - failures, messages: total() - before });
}

inFull(
  'a lost server of NATS refuses no message',
  async () => {
    const stream = scene.product.environment['EVENTS_PREFIX']!.toUpperCase();
    const leader = await nats.leaderOf(stream);
    await lose('the leader of JetStream', () => nats.kill(leader));
    await nats.restart(leader, stream);
    const other = nats.names.find((name) => name !== leader)!;
    await lose('another server of NATS', () => nats.kill(other));
    await nats.restart(other, stream);
    expect(failed()).toBe(0);
  },
  200_000,
);

inFull(
  'a lost primary of PostgreSQL loses nothing, doubles nothing and leaves nothing open',
  async () => {
    await lose('the primary of PostgreSQL', async () => {
      await postgres.killPrimary();
      await pause(1_000);
      await postgres.promote();
    });
    await Promise.all(senders.map((sender) => sender.stop()));
    for (const [index, account] of accounts.entries()) await expectWhole(account, senders[index]!.sent);
    console.warn(report.map((row) => JSON.stringify(row)).join('\n'));
  },
  200_000,
);

/** Each message once in each conversation, each with a reply that has ended and is what its service said. */
async function expectWhole(account: Account, sent: readonly string[]): Promise<void> {
  const ended = async () => {
    const found = await scene.apiOf(account).conversations();
    const replies = found.flatMap(({ messages }) => messages.filter(({ role }) => role === 'assistant'));
    return replies.every(({ status }) => terminal.has(status)) ? found : undefined;
  };
  const conversations = await until(ended, { timeoutMs: backMs, what: 'the end of every reply' });
  expect(conversations.map(({ aiService }) => aiService.name).sort()).toEqual([...names].sort());
  for (const { messages } of conversations) {
    const [questions, replies] = ['user', 'assistant'].map((role) => messages.filter((each) => each.role === role));
    expect(questions!.map(({ content }) => content).sort()).toEqual([...sent].sort());
    expect(replies).toHaveLength(sent.length);
    for (const { content } of replies!) expect(words.join('').startsWith(content)).toBe(true);
  }
}

inFull(
  'each event takes effect once, wherever it was when its server was lost',
  async () => {
    const wanted = senders.flatMap(({ sent: { length } }) => [
      `ai_response_received ${length * names.length}`,
      `conversation_completed ${length}`,
      `message_sent ${length}`,
    ]);
    const counted = async () => {
      const found = await rows(
        `SELECT activity_type, CASE activity_type WHEN 'ai_response_received'
           THEN sum((details->>'totalResponses')::int + (details->>'totalErrors')::int) ELSE count(*) END AS n
       FROM admin.activities
       WHERE activity_type IN ('message_sent', 'conversation_completed', 'ai_response_received')
       GROUP BY user_id, activity_type`,
      );
      return found.map((row) => `${String(row['activity_type'])} ${String(row['n'])}`).sort();
    };
    const isThere = async () => JSON.stringify(await counted()) === JSON.stringify(wanted.sort());
    await until(isThere, { timeoutMs: backMs, what: 'the counts' }).catch(() => undefined);
    expect(await counted()).toEqual(wanted.sort());
  },
  100_000,
);
