import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NoticeTargetKind, NoticeTargetsServiceDefinition, type User } from '@polylogue/proto';
import { Database, Drain, LOGGER, type Logger } from '@polylogue/service-kit';
import { startMailServer, startPostReceiver, type MailServer, type PostReceiver } from '@polylogue/test-kit';
import type { Notice } from '../src/notices/notice.js';
import { DeliveriesCron } from '../src/notice-targets/deliveries.cron.js';
import { DeliveryNudge } from '../src/notice-targets/delivery-nudge.js';
import type { GivenUp, GivenUpListener } from '../src/notices/given-up.js';
import { NoticeDeliveriesRepository } from '../src/notice-targets/notice-deliveries.repository.js';
import { NoticeDeliveriesService } from '../src/notice-targets/notice-deliveries.service.js';
import { NoticeTargetsRepository } from '../src/notice-targets/notice-targets.repository.js';
import type { SendResult } from '../src/notice-targets/outgoing-message.js';
import { SenderService } from '../src/notice-targets/sender.service.js';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

const runs = process.env['TEST_FULL'] === '1' ? 1_000 : 60;
const noticesPerUser = 40;

/** Where a process can die, in the order in which it gets there. */
const steps = ['before commit', 'before claim', 'before send', 'while sending', 'before mark', 'after mark'] as const;
type Step = (typeof steps)[number];

let fixture: AdminFixture;
let receiver: PostReceiver;
let mail: MailServer;
beforeAll(async () => {
  [receiver, mail] = await Promise.all([startPostReceiver(), startMailServer()]);
  fixture = await startAdmin({
    env: {
      PUBLIC_URL: 'https://polylogue.example',
      SMTP_URL: mail.url,
      SMTP_FROM: 'notices@polylogue.example',
      ADMIN_ALLOWED_NETWORKS: new URL(receiver.url).host,
    },
  });
  // The service's own sending stands still: each process of the test is one that the test kills.
  await fixture.slice.service.app.get(DeliveriesCron, { strict: false }).onModuleDestroy();
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([receiver.close(), mail.close()]);
});

const never = new Promise<never>(() => undefined);

/** Sends what is due in a process of its own that dies at a step: from there on nothing of it reaches anything. */
async function sendIn(dies: Step | undefined, givenUp?: GivenUpListener): Promise<void> {
  const { app } = fixture.slice.service;
  const get = <T>(token: abstract new (...args: never[]) => T): T => app.get(token, { strict: false });
  const database = get(Database);
  const sender = get(SenderService);
  let isDead = dies === 'before claim';
  let died: () => void = () => undefined;
  const death = new Promise<void>((resolve) => (died = resolve));
  const die = (): Promise<never> => {
    isDead = true;
    died();
    return never;
  };
  const mortalDatabase = {
    asWorker: (work: Parameters<Database['asWorker']>[0]) => (isDead ? die() : database.asWorker(work)),
  };
  const mortalSender = {
    send: async (...sent: Parameters<SenderService['send']>): Promise<SendResult> => {
      if (dies === 'before send') return die();
      const sending = sender.send(...sent);
      if (dies === 'while sending') {
        // What has left the process arrives; its answer does not.
        await sending;
        return die();
      }
      const result = await sending;
      if (dies === 'before mark') isDead = true;
      return result;
    },
  };
  const process = new DeliveriesCron(
    mortalDatabase as Database,
    get(NoticeDeliveriesRepository),
    get(NoticeTargetsRepository),
    mortalSender as SenderService,
    new Drain(1),
    app.get<Logger>(LOGGER, { strict: false }),
    new DeliveryNudge(),
    givenUp,
  );
  await Promise.race([process.look().then(() => process.settled()), death]);
}

/** As if the lease of the process that died were over. */
const passLease = () =>
  fixture.rows(`UPDATE admin.notice_deliveries SET due_at = now() WHERE state = 'sending'`).then(() => undefined);

async function noticed(notice: Notice, isKilled: boolean): Promise<void> {
  const { app, database } = fixture.slice.service;
  const service = app.get(NoticeDeliveriesService, { strict: false });
  const storing = database.asWorker(async (tx) => {
    await service.noticed(tx, notice);
    if (isKilled) throw new Error('killed');
  });
  if (!isKilled) return storing;
  await expect(storing).rejects.toThrow('killed');
  // Its cause comes again.
  await noticed(notice, false);
}

async function aUserWithTargets(): Promise<User> {
  const user = await fixture.aUser();
  const client = fixture.slice.client(NoticeTargetsServiceDefinition);
  const choice = { noticeKinds: ['run_changed'], isEnabled: true };
  for (const [kind, address] of [
    [NoticeTargetKind.WEBHOOK, `${receiver.url}/${user.id}`],
    [NoticeTargetKind.EMAIL, user.email],
  ] as const) {
    await client.createNoticeTarget({ kind, address, choice }, fixture.as(user));
  }
  return user;
}

it(`${runs} runs with a kill at every step: no notice is lost, and none is another one when it comes again`, async () => {
  const expected = new Map<string, Step>();
  let user: User | undefined;
  for (let run = 0; run < runs; run += 1) {
    if (run % noticesPerUser === 0) user = await aUserWithTargets();
    const step = steps[run % steps.length]!;
    const notice: Notice = {
      id: randomUUID(),
      userId: user!.id,
      kind: 'run_changed',
      title: `Run ${run} changed`,
      lines: [],
      path: '/saved-queries/1',
      happenedAt: new Date(),
    };
    expected.set(notice.title, step);
    await noticed(notice, step === 'before commit');
    if (step !== 'before commit') await sendIn(step);
    await passLease();
    await sendIn(undefined);
  }
  const titles = [...expected.keys()].toSorted();
  const posts = new Map<string, Set<string>>();
  for (const { headers, body } of receiver.posts) {
    const { data } = JSON.parse(body) as { data: { title: string } };
    const seen = posts.get(data.title) ?? new Set();
    posts.set(data.title, seen.add(`${String(headers['webhook-id'])} ${body}`));
  }
  const mails = new Map<string, Set<string>>();
  for (const each of mail.mails) {
    const title = each.header('Subject') ?? '';
    mails.set(title, (mails.get(title) ?? new Set()).add(`${each.header('Message-ID')} ${each.text}`));
  }
  for (const received of [posts, mails]) {
    expect([...received.keys()].toSorted()).toEqual(titles);
    // By its id and word for word, each is one.
    expect([...received.values()].filter(({ size }) => size !== 1)).toEqual([]);
  }
  // It comes again only where its process died between the receiver's answer and the mark.
  const again = ['while sending', 'before mark'];
  const count = (title: string, all: string[]) => all.filter((each) => each === title).length;
  const postTitles = receiver.posts.map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title);
  const mailTitles = mail.mails.map((each) => each.header('Subject') ?? '');
  for (const [title, step] of expected) {
    const most = again.includes(step) ? 2 : 1;
    expect([title, count(title, postTitles) <= most, count(title, mailTitles) <= most]).toEqual([title, true, true]);
  }
  expect(postTitles.length).toBeGreaterThan(titles.length);
  expect(await fixture.rows(`SELECT 1 FROM admin.notice_deliveries WHERE state <> 'sent'`)).toEqual([]);
}, 600_000);

it('what is given up is told to the product, and what it stores with that is there or neither is', async () => {
  const user = await aUserWithTargets();
  receiver.answer = (_post, response) => response.writeHead(410).end();
  mail.refuse = () => 550;
  const received: GivenUp[] = [];
  const notice = {
    id: randomUUID(),
    userId: user.id,
    kind: 'run_changed',
    title: 'Changed',
    lines: [],
    path: '/',
  } as const;
  await noticed({ ...notice, happenedAt: new Date() }, false);
  // Storing it fails: nothing is given up, and it is tried again.
  await sendIn(undefined, { gaveUp: () => Promise.reject(new Error('no')) });
  await passLease();
  await sendIn(undefined, { gaveUp: (_tx, givenUp) => Promise.resolve(void received.push(givenUp)) });
  const ids = await fixture.rows<{ id: string }>(
    `SELECT id FROM admin.notice_deliveries WHERE user_id = $1 AND state = 'given_up' AND tries = 2 ORDER BY id`,
    [user.id],
  );
  expect(received.map(({ id }) => ({ id })).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(ids);
  expect(received.map(({ userId, lines }) => [userId, ...lines]).toSorted()).toEqual([
    [user.id, 'It answered 410: it is gone.', 'It was switched off.'],
    [user.id, 'The mail server answered 550.'],
  ]);
});
