import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  DeliveryOutcome,
  NoticeLinkPurpose,
  NoticeTargetKind,
  NoticeTargetsServiceDefinition,
  type NoticeTargetChoice,
  type User,
} from '@polylogue/proto';
import {
  farFromMidnight,
  startMailServer,
  startPostReceiver,
  until,
  type MailServer,
  type PostReceiver,
} from '@polylogue/test-kit';
import type { Notice } from '../src/notices/notice.js';
import { DeliveriesCron } from '../src/notice-targets/deliveries.cron.js';
import { NoticeDeliveriesService } from '../src/notice-targets/notice-deliveries.service.js';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

let fixture: AdminFixture;
let receiver: PostReceiver;
let mail: MailServer;
beforeAll(async () => {
  [receiver, mail] = await Promise.all([startPostReceiver(), startMailServer()]);
  fixture = await startAdmin({
    env: {
      PUBLIC_URL: 'https://polylogue.example',
      SMTP_URL: mail.url,
      SMTP_FROM: 'Polylogue <notices@polylogue.example>',
      ADMIN_ALLOWED_NETWORKS: new URL(receiver.url).host,
    },
  });
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([receiver.close(), mail.close()]);
});
afterEach(() => {
  receiver.answer = undefined;
  mail.refuse = undefined;
});

const waitingForLock = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const client = () => fixture.slice.client(NoticeTargetsServiceDefinition);
const everything: NoticeTargetChoice = { noticeKinds: ['run_failed', 'run_changed'], isEnabled: true };
const { WEBHOOK, EMAIL, SLACK, TEAMS } = NoticeTargetKind;

const create = (user: User, kind: NoticeTargetKind, address: string, choice = everything) =>
  client().createNoticeTarget({ kind, address, choice }, fixture.as(user));
const webhookOf = (user: User, path = `/${randomUUID()}`, choice = everything) =>
  create(user, WEBHOOK, receiver.url + path, choice).then((made) => ({ ...made, id: made.target!.id, path }));
const listed = async (user: User) => (await client().listNoticeTargets({}, fixture.as(user))).targets;
const postsAt = (path: string) => receiver.posts.filter((post) => post.path === path);
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address));

const noticeFor = (user: User, change: Partial<Notice> = {}): Notice => ({
  id: randomUUID(),
  userId: user.id,
  kind: 'run_failed',
  title: 'Morning prices failed',
  lines: ['GPT did not answer.'],
  path: '/saved-queries/12',
  happenedAt: new Date('2026-11-23T08:00:00Z'),
  ...change,
});

const notice = async (user: User, change: Partial<Notice> = {}): Promise<Notice> => {
  const made = noticeFor(user, change);
  const { app, database } = fixture.slice.service;
  await database.asWorker((tx) => app.get(NoticeDeliveriesService, { strict: false }).noticed(tx, made));
  return made;
};

/** As if the pause before the next try had passed. */
const tryAgain = async (targetId: string) => {
  await fixture.rows(`UPDATE admin.notice_deliveries SET due_at = now() WHERE target_id = $1 AND state = 'waiting'`, [
    targetId,
  ]);
  await fixture.slice.service.app.get(DeliveriesCron, { strict: false }).look();
};
const deliveriesOf = (targetId: string) =>
  fixture.rows<{ state: string; tries: number; fault: string | null; due_at: Date; notices: unknown[]; more: number }>(
    'SELECT state, tries, fault, due_at, notices, more FROM admin.notice_deliveries WHERE target_id = $1 ORDER BY created_at',
    [targetId],
  );

describe('a target', () => {
  it('is shown with a masked address, and its secret once', async () => {
    const ada = await fixture.aUser();
    const { secret } = await webhookOf(ada, '/hooks/secret-part-xyz');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [target] = await listed(ada);
    expect(target).toMatchObject({ kind: WEBHOOK, maskedAddress: `${receiver.url}/…xyz`, isConfirmed: true });
    const [row] = await fixture.rows<{ whole: string }>(
      'SELECT t::text AS whole FROM admin.notice_targets t WHERE id = $1',
      [target!.id],
    );
    expect(row!.whole).not.toContain('secret-part');
    expect(row!.whole).not.toContain(Buffer.from('secret-part').toString('hex'));
  });

  it('is its owner’s alone', async () => {
    const [ada, bob] = [await fixture.aUser(), await fixture.aUser()];
    const { id, path } = await webhookOf(ada);
    expect(await listed(bob)).toEqual([]);
    const asBob = fixture.as(bob);
    for (const refused of [
      client().updateNoticeTarget({ id, choice: { ...everything, isEnabled: false } }, asBob),
      client().deleteNoticeTarget({ id }, asBob),
      client().testNoticeTarget({ id }, asBob),
      client().sendNoticeTargetLink({ id }, asBob),
    ]) {
      await expect(refused).rejects.toMatchObject({ kind: 'not_found', code: 'not_found' });
    }
    await notice(bob);
    await notice(ada);
    await until(() => postsAt(path).length === 1);
    expect(await listed(ada)).toMatchObject([{ id, choice: { isEnabled: true } }]);
  });

  it.each([
    [WEBHOOK, 'http://169.254.169.254/latest', /not allowed/],
    [WEBHOOK, 'https://127.0.0.1:1/x', /not allowed/],
    [SLACK, 'https://10.0.0.7/x', /not allowed/],
    [TEAMS, 'https://192.168.1.1/x', /not allowed/],
    [WEBHOOK, 'http://93.184.216.34/x', /https/],
    [WEBHOOK, 'ftp://example.org', /https/],
    [WEBHOOK, 'https://ada:pw@example.org', /password/],
    [EMAIL, 'nobody', /e-mail/],
  ])('%s %s is refused', async (kind, address, sentence) => {
    const ada = await fixture.aUser();
    await expect(create(ada, kind, address)).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path: 'address', message: expect.stringMatching(sentence) }],
    });
  });

  it('is one of ten, each once', async () => {
    const ada = await fixture.aUser();
    const { path } = await webhookOf(ada);
    await expect(webhookOf(ada, path)).rejects.toMatchObject({ code: 'target_exists' });
    const all = await Promise.allSettled(Array.from({ length: 14 }, () => webhookOf(ada)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    await expect(webhookOf(ada)).rejects.toMatchObject({ code: 'too_many_targets' });
  });

  it.each<Partial<NoticeTargetChoice>>([
    { noticeKinds: [] },
    { noticeKinds: ['weather'] },
    { quietHours: { fromMinute: 60, toMinute: 60, timeZone: 'UTC' } },
    { quietHours: { fromMinute: -1, toMinute: 60, timeZone: 'UTC' } },
    { quietHours: { fromMinute: 0, toMinute: 60, timeZone: 'Mars/Base' } },
  ])('cannot want %j', async (wrong) => {
    const refused = webhookOf(await fixture.aUser(), undefined, { ...everything, ...wrong });
    await expect(refused).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_input' });
  });

  it('goes with its user', async () => {
    const eve = await fixture.aUser();
    const { id } = await webhookOf(eve);
    receiver.answer = (_post, response) => response.writeHead(500).end();
    await notice(eve);
    await until(async () => (await deliveriesOf(id))[0]?.state === 'waiting');
    await fixture.accounts.erasePerson({ userId: eve.id }, fixture.as(eve));
    await until(async () => (await deliveriesOf(id)).length === 0);
    expect(await fixture.rows('SELECT 1 FROM admin.notice_targets WHERE user_id = $1', [eve.id])).toEqual([]);
  });
});

describe('a notice that names a user', () => {
  const minute = (later: number) => (new Date(Date.now() + later * 60_000).getUTCHours() * 60 + 1440) % 1440;
  const quietHours = { fromMinute: minute(-120), toMinute: minute(120), timeZone: 'UTC' };

  it.each([
    ['by itself', undefined],
    ['held with others', quietHours],
  ])('goes with that user from what is on its way to others, %s', async (_how, hours) => {
    receiver.answer = (_post, response) => response.writeHead(500).end();
    const choice = { noticeKinds: ['approval_waiting'], isEnabled: true, ...(hours && { quietHours: hours }) };
    const { id } = await webhookOf(fixture.boss, undefined, choice);
    const [eve, bob] = [await fixture.aUser(), await fixture.aUser()];
    const text = async () => JSON.stringify(await deliveriesOf(id));
    await until(async () => {
      const all = await deliveriesOf(id);
      const isSettled = all.every(({ state }) => state === 'waiting');
      return isSettled && [eve, bob].every(({ email }) => JSON.stringify(all).includes(email));
    });
    await fixture.accounts.erasePerson({ userId: eve.id }, fixture.asBoss);
    expect(await text()).not.toContain(eve.email);
    expect(await text()).toContain(bob.email);
    expect((await deliveriesOf(id)).filter(({ notices }) => notices.length === 0)).toEqual([]);
    await client().deleteNoticeTarget({ id }, fixture.asBoss);
  });
});

describe('a webhook', () => {
  it('is signed as Standard Webhooks say, and sent the same once more after a failure', async () => {
    const ada = await fixture.aUser();
    const { id, path, secret } = await webhookOf(ada);
    receiver.answer = (_post, response) => response.writeHead(503, { 'retry-after': '600' }).end();
    const { id: noticeId } = await notice(ada);
    await notice(ada, { kind: 'run_finished' });
    await until(async () => (await listed(ada))[0]?.lastOutcome === DeliveryOutcome.FAILED);
    expect(await listed(ada)).toMatchObject([{ lastFault: 'It answered 503.', waiting: 1, givenUp: 0 }]);
    const [waiting] = await deliveriesOf(id);
    expect(waiting!.due_at.getTime()).toBeGreaterThan(Date.now() + 500_000);
    receiver.answer = undefined;
    await tryAgain(id);
    await until(async () => (await listed(ada))[0]?.lastOutcome === DeliveryOutcome.SENT);
    const [first, second, ...more] = postsAt(path);
    expect(more).toEqual([]);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
    expect(JSON.parse(second!.body)).toEqual({
      type: 'notice.run_failed',
      timestamp: '2026-11-23T08:00:00.000Z',
      data: {
        id: noticeId,
        kind: 'run_failed',
        title: 'Morning prices failed',
        lines: ['GPT did not answer.'],
        url: 'https://polylogue.example/saved-queries/12',
        happenedAt: '2026-11-23T08:00:00.000Z',
      },
    });
    const { 'webhook-id': webhookId, 'webhook-timestamp': at, 'webhook-signature': signature } = second!.headers;
    const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'));
    expect(signature).toBe(`v1,${mac.update(`${String(webhookId)}.${String(at)}.${second!.body}`).digest('base64')}`);
    expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(120);
  });

  it('that stays dead is given up after a day of tries', async () => {
    const ada = await fixture.aUser();
    const { id, path } = await webhookOf(ada);
    receiver.answer = (_post, response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
    await notice(ada);
    for (let tries = 1; tries <= 8; tries += 1) {
      await until(async () => {
        const [delivery] = await deliveriesOf(id);
        return delivery?.tries === tries && delivery.state !== 'sending';
      });
      if (tries < 8) await tryAgain(id);
    }
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'given_up', tries: 8 }]);
    expect(await listed(ada)).toMatchObject([
      { lastOutcome: DeliveryOutcome.GIVEN_UP, lastFault: expect.stringMatching(/302.*moved/), waiting: 0, givenUp: 1 },
    ]);
    expect(postsAt(path)).toHaveLength(8);
    expect(postsAt('/elsewhere')).toEqual([]);
  });

  it('that is gone is switched off', async () => {
    const ada = await fixture.aUser();
    await webhookOf(ada);
    receiver.answer = (_post, response) => response.writeHead(410).end();
    await notice(ada);
    await until(async () => (await listed(ada))[0]?.choice?.isEnabled === false);
    expect(await listed(ada)).toMatchObject([{ lastOutcome: DeliveryOutcome.GIVEN_UP, givenUp: 1 }]);
  });

  it.each([
    ['delivery to it', (ada: User) => notice(ada)],
    [
      'test of it',
      (ada: User, id: string) =>
        void client()
          .testNoticeTarget({ id }, fixture.as(ada))
          .catch(() => {}),
    ],
  ])('can be removed at the moment when a %s ends', async (_what, begin) => {
    const ada = await fixture.aUser();
    const { id } = await webhookOf(ada);
    let answer: (() => void) | undefined;
    receiver.answer = (_post, response) => (answer = () => response.end());
    await begin(ada, id);
    const answered = await until(() => answer);
    const removing = new pg.Client({ connectionString: fixture.slice.database.adminUrl });
    await removing.connect();
    try {
      // In two steps, as its removal takes the locks; whoever waits for the other is told at once.
      await removing.query(`BEGIN; SET LOCAL deadlock_timeout = '1ms'`);
      await removing.query('SELECT 1 FROM admin.notice_targets WHERE id = $1 FOR UPDATE', [id]);
      answered();
      await until(async () => (await fixture.rows(waitingForLock)).length === 1);
      await removing.query('DELETE FROM admin.notice_targets WHERE id = $1', [id]);
      await removing.query('COMMIT');
    } finally {
      await removing.end();
    }
    await fixture.slice.service.app.get(DeliveriesCron, { strict: false }).settled();
    expect(await deliveriesOf(id)).toEqual([]);
  });

  it('that does not answer keeps nobody else waiting', async () => {
    const [ada, bob] = [await fixture.aUser(), await fixture.aUser()];
    const slow = await Promise.all(Array.from({ length: 8 }, () => webhookOf(ada)));
    const { path } = await webhookOf(bob);
    const hanging: (() => void)[] = [];
    receiver.answer = (post, response) => {
      if (post.path === path) response.end();
      else hanging.push(() => response.end());
    };
    for (let each = 0; each < 5; each += 1) await notice(ada);
    await until(() => hanging.length === 3);
    await notice(bob);
    await until(() => postsAt(path).length === 1);
    // One at a time for each target, and three for each user.
    expect(slow.map((each) => postsAt(each.path).length).toSorted()).toEqual([0, 0, 0, 0, 0, 1, 1, 1]);
    receiver.answer = undefined;
    for (const answer of hanging) answer();
    await until(() => slow.every((each) => postsAt(each.path).length === 5));
  });

  it('is shaped for Slack and for Teams where these are meant', async () => {
    const ada = await fixture.aUser();
    await create(ada, SLACK, `${receiver.url}/slack/${ada.id}`);
    await create(ada, TEAMS, `${receiver.url}/teams/${ada.id}`);
    await notice(ada, { title: 'A <!channel> & *b*', lines: ['[link](https://evil.example)'] });
    const bodyAt = async (path: string) => {
      const post = await until(() => postsAt(path)[0]);
      return JSON.parse(post.body) as Record<string, unknown>;
    };
    expect(await bodyAt(`/slack/${ada.id}`)).toEqual({
      text: 'A &lt;!channel&gt; &amp; *b*',
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: '*<https://polylogue.example/saved-queries/12|A &lt;!channel&gt; &amp; *b*>*\n[link](https://evil.example)',
          },
        },
      ],
    });
    const card = (await bodyAt(`/teams/${ada.id}`)) as { attachments: { content: { body: unknown[] } }[] };
    expect(card.attachments[0]!.content.body).toMatchObject([
      { text: 'A <!channel> & \\*b\\*' },
      { text: '\\[link\\]\\(https://evil.example\\)' },
    ]);
  });
});

describe('mail', () => {
  it('to the address of the account needs no confirmation, and can be unsubscribed from', async () => {
    const ada = await fixture.aUser();
    await create(ada, EMAIL, ada.email.toUpperCase());
    await notice(ada, { lines: ['Said “<b>no</b>”'] });
    const received = await until(() => mailsTo(ada.email)[0]);
    expect(received.header('Subject')).toBe('Morning prices failed');
    expect(received.header('Message-ID')).toMatch(/^<[0-9a-f-]{36}@polylogue.example>$/);
    expect(received.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(received.text).toContain('https://polylogue.example/saved-queries/12');
    expect(received.html).toContain('Said “&lt;b&gt;no&lt;/b&gt;”');
    expect(await listed(ada)).toMatchObject([{ isConfirmed: true, maskedAddress: `p…@example.org` }]);

    const token = tokenIn(received.header('List-Unsubscribe') ?? '');
    expect(await client().getNoticeLink({ token })).toMatchObject({ purpose: NoticeLinkPurpose.UNSUBSCRIBE });
    expect(await listed(ada)).toMatchObject([{ choice: { isEnabled: true } }]);
    await client().useNoticeLink({ token });
    await client().useNoticeLink({ token });
    expect(await listed(ada)).toMatchObject([{ choice: { isEnabled: false } }]);
    await notice(ada);
    await expect(
      client().useNoticeLink({ token: `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}` }),
    ).rejects.toMatchObject({
      code: 'link_not_found',
    });
    expect(await fixture.rows('SELECT 1 FROM admin.notice_deliveries WHERE user_id = $1', [ada.id])).toHaveLength(1);
  });

  it('to another address waits until its link was used', async () => {
    const ada = await fixture.aUser();
    const address = `other-${ada.id}@example.org`;
    const { target } = await create(ada, EMAIL, address);
    expect(target).toMatchObject({ isConfirmed: false });
    await notice(ada);
    await expect(client().testNoticeTarget({ id: target!.id }, fixture.as(ada))).rejects.toMatchObject({
      code: 'not_confirmed',
    });
    const asked = await until(() => mailsTo(address)[0]);
    expect(asked.header('Subject')).toBe('Confirm this address for notices');
    const link = /https:\S+confirm\S+/.exec(asked.text)?.[0] ?? '';
    expect(asked.header('List-Unsubscribe')).toBeUndefined();
    expect(await client().useNoticeLink({ token: tokenIn(link) })).toMatchObject({
      purpose: NoticeLinkPurpose.CONFIRM,
      maskedAddress: 'o…@example.org',
    });
    await notice(ada, { title: 'Now' });
    await until(() => mailsTo(address).length === 2);
    expect(mailsTo(address)[1]!.header('Subject')).toBe('Now');
  });

  it('that is refused for good is given up at once, and tried again where that may help', async () => {
    const ada = await fixture.aUser();
    await create(ada, EMAIL, ada.email);
    mail.refuse = () => 450;
    await notice(ada);
    await until(async () => (await listed(ada))[0]?.lastOutcome === DeliveryOutcome.FAILED);
    mail.refuse = () => 550;
    await tryAgain((await listed(ada))[0]!.id);
    await until(async () => (await listed(ada))[0]?.lastOutcome === DeliveryOutcome.GIVEN_UP);
    expect(await listed(ada)).toMatchObject([{ lastFault: 'The mail server answered 550.', givenUp: 1, waiting: 0 }]);
    expect(mailsTo(ada.email)).toEqual([]);
  });
});

const tokenIn = (text: string) => /token=([\w.-]+)/.exec(text)?.[1] ?? '';

describe('what is held', () => {
  it('in quiet hours goes together afterwards, as one', async () => {
    const ada = await fixture.aUser();
    const minute = (later: number) => (new Date(Date.now() + later * 60_000).getUTCHours() * 60 + 1440) % 1440;
    const quietHours = { fromMinute: minute(-120), toMinute: minute(120), timeZone: 'UTC' };
    const { target } = await create(ada, EMAIL, ada.email, { ...everything, quietHours });
    const first = await notice(ada, { title: 'First' });
    await notice(ada, { title: 'Second', kind: 'run_changed' });
    const [held, ...others] = await deliveriesOf(target!.id);
    expect(others).toEqual([]);
    expect(held).toMatchObject({ state: 'waiting', tries: 0, notices: [{ id: first.id }, { title: 'Second' }] });
    expect(held!.due_at.getTime()).toBeGreaterThan(Date.now());
    expect(await listed(ada)).toMatchObject([{ waiting: 1 }]);
    await tryAgain(target!.id);
    const received = await until(() => mailsTo(ada.email)[0]);
    expect(received.header('Subject')).toBe('2 notices from Polylogue');
    for (const form of [received.text, received.html]) expect(form).toMatch(/First[^]*Second/);
  });

  it('beyond what a day may bring goes together on the next', async () => {
    await farFromMidnight();
    const ada = await fixture.aUser();
    const { id } = await webhookOf(ada);
    await fixture.rows(
      `INSERT INTO admin.notice_deliveries (id, target_id, user_id, purpose, state, ended_at)
       SELECT gen_random_uuid(), $1, $2, 'notice', 'sent', now() FROM generate_series(1, 99)`,
      [id, ada.id],
    );
    for (let each = 0; each < 53; each += 1) await notice(ada);
    const digests = await fixture.rows<{ due: boolean; held: number; more: number }>(
      `SELECT due_at = date_trunc('day', now(), 'UTC') + interval '1 day' AS due, jsonb_array_length(notices) AS held, more
       FROM admin.notice_deliveries WHERE target_id = $1 AND purpose = 'digest'`,
      [id],
    );
    expect(digests).toEqual([{ due: true, held: 50, more: 2 }]);
  });

  it('is added once, however often the same notice comes', async () => {
    const ada = await fixture.aUser();
    const { path } = await webhookOf(ada);
    const made = noticeFor(ada);
    for (let each = 0; each < 3; each += 1) await notice(ada, made);
    await notice(ada, { title: 'Last' });
    await until(() => postsAt(path).some(({ body }) => body.includes('Last')));
    expect(postsAt(path)).toHaveLength(2);
  });
});

describe('a test', () => {
  it('says at once what came of it, five times an hour', async () => {
    const ada = await fixture.aUser();
    const { id, path } = await webhookOf(ada);
    const test = () => client().testNoticeTarget({ id }, fixture.as(ada));
    expect(await test()).toMatchObject({ fault: '', target: { lastOutcome: DeliveryOutcome.SENT } });
    expect(JSON.parse(postsAt(path)[0]!.body)).toMatchObject({ type: 'notice.test' });
    receiver.answer = (_post, response) => response.writeHead(404).end();
    expect(await test()).toMatchObject({ fault: 'It answered 404.', target: { givenUp: 0 } });
    const rest = await Promise.allSettled(Array.from({ length: 6 }, test));
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(test()).rejects.toMatchObject({ kind: 'rate_limited', code: 'too_many_tests' });
    expect(postsAt(path)).toHaveLength(5);
  });

  it('counts together with links to confirm, also when their targets are removed', async () => {
    const ada = await fixture.aUser();
    const addressOf = (count: number) => `other-${count}-${ada.id}@example.org`;
    for (let count = 1; count <= 5; count += 1) {
      const { target } = await create(ada, EMAIL, addressOf(count));
      await until(() => mailsTo(addressOf(count)).length === 1);
      await client().deleteNoticeTarget({ id: target!.id }, fixture.as(ada));
    }
    await expect(create(ada, EMAIL, addressOf(6))).rejects.toMatchObject({ code: 'too_many_tests' });
    const { id } = await webhookOf(ada);
    const test = () => client().testNoticeTarget({ id }, fixture.as(ada));
    await expect(test()).rejects.toMatchObject({ code: 'too_many_tests' });
    await fixture.rows(`UPDATE admin.notice_tests SET sent_at = sent_at - interval '1 hour' WHERE user_id = $1`, [
      ada.id,
    ]);
    expect(await test()).toMatchObject({ fault: '' });
    const counted = () => fixture.rows('SELECT 1 FROM admin.notice_tests WHERE user_id = $1', [ada.id]);
    expect(await counted()).toHaveLength(1);
    await fixture.accounts.erasePerson({ userId: ada.id }, fixture.as(ada));
    expect(await counted()).toEqual([]);
  });
});
