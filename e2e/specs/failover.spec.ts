import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fakeAi, natsCluster, postgresWithStandby, until } from '@polylogue/test-kit';
import type { NatsCluster, PostgresWithStandby } from '@polylogue/test-kit';
import pg from 'pg';
import type { Api } from '../src/api.js';
import { setScene } from '../src/scene.js';

const names = ['one', 'two', 'three'];
const words = Array.from({ length: 30 }, (_, index) => `word-${index} `);
const terminal = new Set(['completed', 'failed', 'interrupted', 'cancelled']);
/** How long after a server is lost messages may be refused: 12 s is what the slowest step has, a lease that lapses. */
const backMs = 60_000;

/** One user who sends one message after the other, each until its replies are there, as a page does. */
class Sender {
  readonly sent: string[] = [];
  failures = 0;
  isOn = true;

  constructor(
    private readonly api: Api,
    private readonly name: string,
  ) {}

  async work(): Promise<void> {
    while (this.isOn) {
      const message = `${this.name} ${this.sent.length}`;
      await this.#send(message);
      this.sent.push(message);
    }
  }

  async #send(message: string): Promise<void> {
    const key = { 'idempotency-key': randomUUID() };
    for (;;) {
      try {
        for await (const { event } of this.api.send({ message, selectedAIs: names, mode: 'broadcast' }, key)) {
          if (event === 'done') return;
        }
      } catch {
        // Refused, or cut: sent again under the same key.
      }
      this.failures += 1;
      await pause(200);
    }
  }
}

// Minutes of load and of lost servers: not for every run.
const inFull = process.env['TEST_FULL'] === '1' ? describe : describe.skip;

inFull('a lost server of the production setup, with --full', () => {
  let nats: NatsCluster;
  let postgres: PostgresWithStandby;
  const scene = setScene(async (keep) => {
    const vendor = keep(await fakeAi());
    for (const name of names) vendor.replies(name, { chunks: words, delayMs: 10 });
    nats = keep(await natsCluster());
    postgres = keep(await postgresWithStandby());
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
      aiServices: names.map((name, index) => ({
        name,
        displayName: `Service ${name}`,
        color: ['#097C56', '#036EAE', '#AC430E'][index],
        category: 'text',
        provider: 'openai-compatible',
        model: name,
        baseUrl: vendor.url,
        apiKey: 'not-a-key',
      })),
    };
  });

  /** Rows of the product's database, whichever server has it. */
  const rows = async (sql: string): Promise<Record<string, unknown>[]> => {
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
  };
  const isPublished = async () => {
    const [row] = await rows(
      `SELECT (SELECT count(*) FROM conversation.outbox WHERE sent_at IS NULL)
         + (SELECT count(*) FROM ai_dispatch.outbox WHERE sent_at IS NULL) AS waiting`,
    );
    return Number(row!['waiting']) < 30;
  };

  test('loses nothing, doubles nothing and leaves nothing open, whichever server it is', async () => {
    const stream = scene.product.environment['EVENTS_PREFIX']!.toUpperCase();
    const admin = await scene.signUp();
    const ada = await scene.signUp('Ada');
    await scene.approve(ada);
    const senders = [admin, ada].map((account, index) => new Sender(scene.apiOf(account), `user-${index}`));
    const working = senders.map((sender) => sender.work());
    const total = () => senders.reduce((sum, { sent }) => sum + sent.length, 0);
    const failed = () => senders.reduce((sum, { failures }) => sum + failures, 0);
    const report: Record<string, unknown>[] = [];
    /** Loses a server under load, and waits until messages go through as before. */
    const lose = async (what: string, lost: () => Promise<void>) => {
      const [before, failures, begun] = [total(), failed(), performance.now()];
      await lost();
      const whatAgain = { timeoutMs: backMs, what: `messages after the loss of ${what}` };
      await until(() => senders.every(({ sent }) => sent.length > 0) && total() >= before + 3, whatAgain);
      const writesMs = Math.round(performance.now() - begun);
      await until(() => isPublished().catch(() => false), {
        timeoutMs: backMs,
        what: `events after the loss of ${what}`,
      });
      await until(() => total() >= before + 8, whatAgain);
      const again = { 'messages again, ms': writesMs, 'events again, ms': Math.round(performance.now() - begun) };
      report.push({ what, ...again, 'tries that failed': failed() - failures, 'messages meanwhile': total() - before });
    };
    await until(() => total() >= 4, { timeoutMs: backMs, what: 'the first messages' });

    const leader = await nats.leaderOf(stream);
    await lose('the leader of JetStream', () => nats.kill(leader));
    await nats.restart(leader, stream);
    const other = nats.names.find((name) => name !== leader)!;
    await lose('another server of NATS', () => nats.kill(other));
    await nats.restart(other, stream);
    // Messages do not wait for events.
    expect(failed()).toBe(0);
    await lose('the primary of PostgreSQL', async () => {
      await postgres.killPrimary();
      await pause(1_000);
      await postgres.promote();
    });
    for (const sender of senders) sender.isOn = false;
    await Promise.all(working);

    const whole = words.join('');
    for (const [index, account] of [admin, ada].entries()) {
      const sent = [...senders[index]!.sent].sort();
      const conversations = await until(
        async () => {
          const found = await scene.apiOf(account).conversations();
          const replies = found.flatMap(({ messages }) => messages.filter(({ role }) => role === 'assistant'));
          return replies.every(({ status }) => terminal.has(status)) ? found : undefined;
        },
        { timeoutMs: backMs, what: 'the end of every reply' },
      );
      expect(conversations.map(({ aiService }) => aiService.name).sort()).toEqual([...names].sort());
      for (const { messages } of conversations) {
        const questions = messages.filter(({ role }) => role === 'user');
        const replies = messages.filter(({ role }) => role === 'assistant');
        expect(questions.map(({ content }) => content).sort()).toEqual(sent);
        expect(replies).toHaveLength(sent.length);
        for (const { content } of replies) expect(whole.startsWith(content)).toBe(true);
      }
    }

    // Each event in effect once, wherever it was when its server was lost.
    const wanted = senders.map(({ sent }) => `message_sent ${sent.length}`);
    wanted.push(...senders.map(({ sent }) => `conversation_completed ${sent.length}`));
    wanted.push(...senders.map(({ sent }) => `ai_response_received ${sent.length * names.length}`));
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
    const isCounted = async () => JSON.stringify(await counted()) === JSON.stringify([...wanted].sort());
    await until(isCounted, { timeoutMs: backMs, what: 'the counts' }).catch(() => undefined);
    expect(await counted()).toEqual([...wanted].sort());
    console.info(report.map((row) => JSON.stringify(row)).join('\n'));
  }, 300_000);
});
