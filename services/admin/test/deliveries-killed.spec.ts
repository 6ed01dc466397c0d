import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NoticeTargetKind, NoticeTargetsServiceDefinition } from '@polylogue/proto';
import {
  callerToken,
  startMailServer,
  startPostReceiver,
  until,
  type MailServer,
  type PostReceiver,
  type Replica,
} from '@polylogue/test-kit';
import pg from 'pg';
import { v7 } from 'uuid';
import { killedAdmin, type KilledAdmin } from './killed-admin.fixture.js';

const isFull = process.env['TEST_FULL'] === '1';
/** In each the process is killed at one step, with this many runs to send notices of. */
const turns = isFull ? 50 : 7;
const runsPerTurn = isFull ? 20 : 6;

let around: KilledAdmin;
let receiver: PostReceiver;
let mail: MailServer;
let replica: Replica;

beforeAll(async () => {
  [receiver, mail] = await Promise.all([startPostReceiver(), startMailServer()]);
  around = await killedAdmin({
    env: {
      PUBLIC_URL: 'https://polylogue.example',
      SMTP_URL: mail.url,
      SMTP_FROM: 'notices@polylogue.example',
      ADMIN_ALLOWED_NETWORKS: new URL(receiver.url).host,
    },
  });
  replica = await around.start();
}, 240_000);

afterAll(async () => {
  await replica?.close();
  await around?.close();
  await Promise.all([receiver?.close(), mail?.close()]);
});

interface User {
  id: string;
  email: string;
}

async function aUserWithTargets(): Promise<User> {
  const user = await around.aUser();
  const client = replica.client(NoticeTargetsServiceDefinition);
  const caller = { callerToken: callerToken({ userId: user.id, role: 'user' }) };
  const choice = { noticeKinds: ['run_failed'], isEnabled: true };
  for (const [kind, address] of [
    [NoticeTargetKind.WEBHOOK, `${receiver.url}/${user.id}`],
    [NoticeTargetKind.EMAIL, user.email],
  ] as const) {
    await client.createNoticeTarget({ kind, address, choice }, caller);
  }
  return user;
}

interface Received {
  id: string;
  title: string;
  /** All that came, without what is of one try. */
  body: string;
}

const postsOf = ({ id }: User): Received[] =>
  receiver.posts
    .filter(({ path }) => path === `/${id}`)
    .map(({ headers, body }) => {
      const { data } = JSON.parse(body) as { data: { title: string } };
      return { id: String(headers['webhook-id']), title: data.title, body };
    });
const mailsOf = ({ email }: User): Received[] =>
  mail.mails
    .filter(({ to }) => to.includes(email))
    .map((each) => {
      const id = /^<(.+)@polylogue\.example>$/.exec(each.header('Message-ID') ?? '')?.[1] ?? '';
      return { id, title: each.header('Subject') ?? '', body: each.text };
    });

async function idsIn(user: User, ...states: string[]): Promise<string[]> {
  const { rows } = await around.owner.query<{ id: string }>(
    'SELECT id FROM admin.notice_deliveries WHERE user_id = $1 AND state = ANY($2) ORDER BY id',
    [user.id, states],
  );
  return rows.map(({ id }) => id);
}

const stored = (user: User) =>
  until(async () => (await idsIn(user, 'waiting', 'sending', 'sent')).length === 2 * runsPerTurn, {
    what: 'a delivery of each run to each target',
  });

/** Holds locks of the database until it is released. */
async function hold(lock: string) {
  const client = new pg.Client({ connectionString: around.database.adminUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(lock);
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

const claiming = `SELECT pg_advisory_xact_lock(hashtextextended('notice deliveries', 0))`;
const writing = 'LOCK TABLE admin.notice_deliveries IN SHARE MODE';
const readingTargets = 'LOCK TABLE admin.notice_targets IN ACCESS EXCLUSIVE MODE';

/** Resolves once this many statements that begin so wait for a lock. */
const waiting = (begins: string, count = 1) =>
  until(
    async () => {
      const { rows } = await around.owner.query(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
        [`${begins}%`],
      );
      return rows.length >= count;
    },
    { what: `${begins} to wait` },
  );

/** Answers of both receivers wait until they are released. */
function holdAnswers() {
  const held: (() => void)[] = [];
  receiver.answer = (_post, response) => held.push(() => response.end('ok'));
  mail.answer = () => new Promise((resolve) => held.push(resolve));
  return () => {
    receiver.answer = undefined;
    mail.answer = undefined;
    for (const answer of held) answer();
  };
}

const bothReceived = (user: User) =>
  until(() => postsOf(user).length > 0 && mailsOf(user).length > 0, { what: 'both receivers to have one' });

/** A step at which the process dies: arranged before its runs are published, and carried out by what that answers. */
interface Step {
  name: string;
  /** How often what was on its way comes: not yet at its death, or before it and after it. */
  leaves: 'not yet' | 'twice' | 'perhaps twice';
  die(user: User, publish: () => Promise<void>): Promise<void>;
}

const steps: Step[] = [
  {
    name: 'before it is stored',
    leaves: 'not yet',
    die: async (_user, publish) => {
      const release = await hold(writing);
      await publish();
      await waiting('INSERT INTO "admin"."notice_deliveries"');
      await replica.kill();
      await release();
    },
  },
  {
    name: 'before it is claimed',
    leaves: 'not yet',
    die: async (user, publish) => {
      const release = await hold(claiming);
      await publish();
      await stored(user);
      await waiting('SELECT pg_advisory_xact_lock');
      await replica.kill();
      await release();
    },
  },
  {
    name: 'before its claim is committed',
    leaves: 'not yet',
    die: async (user, publish) => {
      const releaseClaims = await hold(claiming);
      await publish();
      await stored(user);
      const release = await hold(writing);
      await releaseClaims();
      await waiting('WITH under_way AS');
      await replica.kill();
      await release();
    },
  },
  {
    name: 'after it is claimed, before it is sent',
    leaves: 'not yet',
    die: async (user, publish) => {
      const releaseClaims = await hold(claiming);
      await publish();
      await stored(user);
      const releaseWrites = await hold(writing);
      await releaseClaims();
      await waiting('WITH under_way AS');
      // Granted when the claim has read the targets and is committed; what is to be sent reads them once more.
      const locking = hold(readingTargets);
      await waiting('LOCK TABLE admin.notice_targets');
      await releaseWrites();
      const release = await locking;
      await waiting('SELECT "NoticeTargetEntity"');
      expect(await idsIn(user, 'sending')).not.toEqual([]);
      await replica.kill();
      await release();
    },
  },
  {
    name: 'after it is sent, before its answer',
    leaves: 'twice',
    die: async (user, publish) => {
      const release = holdAnswers();
      await publish();
      await bothReceived(user);
      await replica.kill();
      release();
    },
  },
  {
    name: 'after its answer, before it is marked',
    leaves: 'twice',
    die: async (user, publish) => {
      const answer = holdAnswers();
      await publish();
      await stored(user);
      await bothReceived(user);
      const release = await hold(writing);
      answer();
      await waiting('UPDATE "admin"."notice_deliveries"', 2);
      await replica.kill();
      await release();
    },
  },
  {
    name: 'after it is marked',
    leaves: 'perhaps twice',
    die: async (user, publish) => {
      await publish();
      await until(async () => (await idsIn(user, 'sent')).length > 0, { what: 'one that is marked' });
      await replica.kill();
    },
  },
];

/** By their ids: how often each came. All that came under one id is the same. */
function timesById(received: readonly Received[]): Map<string, number> {
  const bodies = new Map<string, string[]>();
  for (const { id, title, body } of received) bodies.set(id, [...(bodies.get(id) ?? []), `${title}\n${body}`]);
  for (const all of bodies.values()) expect(new Set(all).size).toBe(1);
  return new Map([...bodies].map(([id, all]) => [id, all.length]));
}

async function dieAt({ name, leaves, die }: Step, runs: readonly number[]): Promise<void> {
  const user = await aUserWithTargets();
  const publish = async (eventIds = runs.map(() => v7())) => {
    for (const [index, run] of runs.entries()) await around.publishFailed(user.id, run, eventIds[index]!);
  };
  const eventIds = runs.map(() => v7());
  await die(user, () => publish(eventIds));
  const underWay = await idsIn(user, 'sending');
  if (leaves === 'not yet') expect([name, postsOf(user), mailsOf(user)]).toEqual([name, [], []]);
  // As if the leases of the process that died were over.
  await around.owner.query(`UPDATE admin.notice_deliveries SET due_at = now() WHERE state = 'sending'`);
  replica = await around.start();
  // The same events again, and the same runs by other events.
  await publish(eventIds);
  await publish();
  await until(async () => (await idsIn(user, 'sent')).length === 2 * runs.length, {
    timeoutMs: 120_000,
    what: `every delivery to be sent after a death ${name}`,
  });
  expect(await idsIn(user, 'waiting', 'sending', 'given_up')).toEqual([]);

  const titles = runs.map((run) => `Run ${run}: the run failed`).toSorted();
  const expected = leaves === 'not yet' ? [1] : leaves === 'twice' ? [2] : [1, 2];
  for (const received of [postsOf(user), mailsOf(user)]) {
    const times = timesById(received);
    // None is lost, and none is sent under a second id.
    expect([...new Set(received.map(({ title }) => title))].toSorted()).toEqual(titles);
    expect([name, times.size]).toEqual([name, runs.length]);
    for (const [id, count] of times) {
      const isOf = underWay.includes(id) ? expected : [1];
      expect([name, count, isOf.includes(count)]).toEqual([name, count, true]);
    }
  }
}

it(`of ${turns * runsPerTurn} runs each is told to each target under one id, wherever the process is killed`, async () => {
  for (let turn = 0; turn < turns; turn += 1) {
    const runs = Array.from({ length: runsPerTurn }, (_run, index) => turn * runsPerTurn + index + 1);
    await dieAt(steps[turn % steps.length]!, runs);
  }
}, 900_000);
