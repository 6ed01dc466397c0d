import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deadLetter,
  listDeadLetters,
  publicConfig,
  serviceStatus,
  sliceNames,
  type Announcement,
  type DeadLetter,
  type SliceName,
} from '@polylogue/api-contract';
import { Events, Database } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { z } from 'zod';
import { framesOf, startGateway, type RunningGateway } from './gateway.js';
import { aLetter } from './operations.fixture.js';

let gateway: RunningGateway;
let admin: { cookie: string; userId: string };
beforeAll(async () => {
  gateway = await startGateway();
  admin = await gateway.aUser('admin');
});
afterAll(() => gateway.close());

const asAdmin = (method: string, path: string, body?: unknown) =>
  gateway.ask(path, { method, cookie: admin.cookie, ...(body === undefined ? {} : { body }) });
const recordedActions = () =>
  gateway.upstreams.panel.actions.map(({ action, details }) => [action, JSON.parse(details) as unknown]);

describe('dead letters', () => {
  const list = async () => listDeadLetters.answer!.parse(await (await asAdmin('GET', listDeadLetters.path)).json());
  const nameOf = ({ slice, consumer, eventId }: DeadLetter) => ({ slice, consumer, eventId });

  it('of all services stand in one list, newest first, without what they carry', async () => {
    const { operated } = gateway.upstreams;
    operated.quality.letters = [aLetter('quality', '2026-03-03T10:00:00Z'), aLetter('quality', '2026-03-01T10:00:00Z')];
    operated.admin.letters = [aLetter('admin', '2026-03-02T10:00:00Z')];
    await gateway.slice.service.events.letters.write({
      consumer: 'gateway.Gone.onGone',
      eventId: '0198a1b2-0000-7000-8000-000000000000',
      subject: 'x.y.v1',
      payload: { userId: 'secret-payload' },
      headers: {},
      attempts: 6,
      error: new Error('no'),
    });
    operated.scheduler.isAway = true;
    const text = await (await asAdmin('GET', listDeadLetters.path)).text();
    expect(text).not.toContain('secret-payload');
    const { letters, total, missing } = await list();
    expect(letters.map(({ slice }) => slice)).toEqual(['gateway', 'quality', 'admin', 'quality']);
    expect([total, missing]).toEqual([4, ['scheduler']]);
    const first = await (await asAdmin('GET', `${listDeadLetters.path}?limit=1`)).json();
    expect(first).toMatchObject({ letters: [{ slice: 'gateway' }], total: 4 });
    operated.scheduler.isAway = false;
  });

  it('are replayed and discarded by name or all together; who did it is written down before', async () => {
    const [own, newest, other] = (await list()).letters as [DeadLetter, DeadLetter, DeadLetter];
    const discarded = await asAdmin('POST', '/api/admin/dead-letters/discard', {
      letters: [nameOf(own), nameOf(newest)],
    });
    expect(await discarded.json()).toEqual({ discarded: 2 });
    const replayed = await asAdmin('POST', '/api/admin/dead-letters/replay', { letters: [nameOf(other)] });
    expect(await replayed.json()).toEqual({ handled: 1, failed: 0 });
    expect(await (await asAdmin('POST', '/api/admin/dead-letters/replay', {})).json()).toEqual({
      handled: 1,
      failed: 0,
    });
    expect(await list()).toEqual({ letters: [], total: 0, missing: [] });
    expect(recordedActions()).toEqual([
      ['dead_letters_discarded', { letters: 2, services: 'gateway quality' }],
      ['dead_letters_replayed', { letters: 1, services: 'admin' }],
      ['dead_letters_replayed', { letters: 'all', services: 'all' }],
    ]);
  });

  it('must be named as they are', async () => {
    const good = { slice: 'quality', consumer: 'x', eventId: '0198a1b2-0000-7000-8000-000000000000' };
    for (const letters of [
      [],
      [{ ...good, slice: 'postgres' }],
      [{ ...good, eventId: '../..' }],
      Array(501).fill(good),
    ]) {
      for (const what of ['replay', 'discard']) {
        expect((await asAdmin('POST', `/api/admin/dead-letters/${what}`, { letters })).status).toBe(400);
      }
    }
    expect((await asAdmin('POST', '/api/admin/dead-letters/discard', {})).status).toBe(400);
    expect(z.array(deadLetter).parse((await list()).letters)).toEqual([]);
  });
});

describe('the status page', () => {
  it('names every service, how it stands, and which does not answer', async () => {
    gateway.upstreams.operated.scheduler.isAway = true;
    const answered = z.array(serviceStatus).parse(await (await asAdmin('GET', '/api/admin/status')).json());
    const states: Partial<Record<SliceName, string>> = { quality: 'late', scheduler: 'away' };
    const expected = sliceNames.map((name) => [name, states[name] ?? 'ready']);
    expect(answered.map(({ name, state }) => [name, state])).toEqual(expected);
    expect(answered[0]!.dependencies).toEqual(expect.arrayContaining([{ name: 'postgres', isUp: true, message: '' }]));
    gateway.upstreams.operated.scheduler.isAway = false;
  });
});

describe('an announcement', () => {
  const configOf = async (cookie?: string) =>
    publicConfig.parse(await (await gateway.ask('/api/config', { cookie })).json()).announcement;
  const wanted = { text: 'Back at <b>noon</b>.', level: 'warning', isPublic: false };

  it('reaches who is signed in, visitors only when it is public, and goes when it is removed', async () => {
    expect(await (await asAdmin('GET', '/api/admin/announcement')).json()).toEqual({ announcement: null });
    const eve = await gateway.aUser('unapproved');
    const made = (await (await asAdmin('PUT', '/api/admin/announcement', wanted)).json()) as Announcement;
    expect(made).toMatchObject({ ...wanted, endsAt: null });
    expect([await configOf(eve.cookie), await configOf()]).toEqual([made, undefined]);
    const open = (await (
      await asAdmin('PUT', '/api/admin/announcement', { ...wanted, isPublic: true, endsAt: '2999-01-01T00:00:00Z' })
    ).json()) as Announcement;
    expect(await configOf()).toEqual(open);
    expect((await asAdmin('DELETE', '/api/admin/announcement')).status).toBe(204);
    expect(await configOf(eve.cookie)).toBeUndefined();
  });

  it('is not shown beyond its end, also without an event', async () => {
    await asAdmin('PUT', '/api/admin/announcement', { ...wanted, endsAt: '2020-01-01T00:00:00Z' });
    expect(await configOf(admin.cookie)).toBeUndefined();
    gateway.upstreams.announced.announcement = undefined;
  });

  it('is one line of plain text', async () => {
    for (const bad of [
      { text: '' },
      { text: 'x'.repeat(301) },
      { text: 'a\nb' },
      { level: 'shouting' },
      { endsAt: 'noon' },
    ]) {
      expect((await asAdmin('PUT', '/api/admin/announcement', { ...wanted, ...bad })).status).toBe(400);
    }
    expect((await asAdmin('PUT', '/api/admin/announcement', { ...wanted, id: admin.userId })).status).toBe(400);
  });

  it('is sent to open pages at once', async () => {
    const eve = await gateway.aUser();
    const page = new AbortController();
    const stream = await gateway.ask('/api/events', { cookie: eve.cookie, signal: page.signal });
    const { service } = gateway.slice;
    await until(() => service.events.isConnected);
    const publish = () =>
      service.app
        .get(Database, { strict: false })
        .asWorker((tx) =>
          service.app.get(Events, { strict: false }).in(tx).publish('admin.announcement_changed.v1', {}),
        );
    await publish();
    for await (const { event, data } of framesOf(stream)) {
      expect([event, data]).toEqual(['announcement', {}]);
      break;
    }
    page.abort();
  });
});

describe('the rule of retention', () => {
  const rule = { keepDays: 90, removesStarred: true };

  it('is read, previewed and saved by administrators, with what was removed', async () => {
    const { upstreams } = gateway;
    const removal = { day: '2026-03-03', conversations: 2, messages: 40, aiChats: 1, runs: 3 };
    upstreams.retention.getRetention = async () => ({ removesStarred: false, isSaved: false });
    upstreams.retention.listRemovals = async () => ({ removals: [removal] });
    upstreams.retention.setRetention = async (wanted) => ({ ...wanted, isSaved: true });
    upstreams.expiredConversations.countExpiredConversations = async ({ keepDays, removesStarred }) => ({
      conversations: keepDays,
      messages: 12,
      aiChats: 1,
      users: 1,
      kept: removesStarred ? 0 : 4,
      oldestAt: new Date('2020-01-01T00:00:00Z'),
    });
    upstreams.expiredRuns.countExpiredRuns = async () => ({ runs: 5 });
    const current = { rule: { keepDays: null, removesStarred: false, saved: false }, removals: [removal] };
    expect(await (await asAdmin('GET', '/api/admin/retention')).json()).toEqual(current);
    const preview = await asAdmin('GET', '/api/admin/retention/preview?keepDays=90&removesStarred=true');
    expect(await preview.json()).toEqual({
      conversations: 90,
      messages: 12,
      aiChats: 1,
      runs: 5,
      users: 1,
      kept: 0,
      oldestAt: '2020-01-01T00:00:00.000Z',
    });
    expect(await (await asAdmin('PUT', '/api/admin/retention', rule)).json()).toEqual({ ...rule, saved: true });
    const forEver = { keepDays: null, removesStarred: false };
    expect(await (await asAdmin('PUT', '/api/admin/retention', { keepDays: null })).json()).toEqual({
      ...forEver,
      saved: true,
    });
  });

  it('is a whole number of days, and nobody else’s to see or change', async () => {
    for (const keepDays of [0, -1, 1.5, 36_501, '90', undefined]) {
      expect((await asAdmin('PUT', '/api/admin/retention', { ...rule, keepDays })).status).toBe(400);
    }
    for (const query of ['', '?keepDays=0', '?keepDays=x', '?keepDays=1&removesStarred=maybe']) {
      expect((await asAdmin('GET', `/api/admin/retention/preview${query}`)).status).toBe(400);
    }
    const { cookie } = await gateway.aUser('approved');
    for (const path of ['/api/admin/retention', '/api/admin/retention/preview?keepDays=1']) {
      expect((await gateway.ask(path, { cookie })).status).toBe(403);
    }
    expect((await gateway.ask('/api/admin/retention', { method: 'PUT', cookie, body: rule })).status).toBe(403);
  });
});
