import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NoticeKind } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { framesOf, startGateway, type Frame, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let ada: Awaited<ReturnType<RunningGateway['aUser']>>;

beforeAll(async () => {
  gateway = await startGateway();
  ada = await gateway.aUser('unapproved');
});
afterAll(() => gateway.close());
beforeEach(() => void (gateway.upstreams.servers.admin.calls.length = 0));

const ask = async (path: string, method = 'GET', body?: unknown, cookie?: string) => {
  const answer = await gateway.ask(path, { method, body, cookie: cookie ?? ada.cookie });
  return { status: answer.status, json: (await answer.json()) as unknown };
};
const requestsOf = (method: string) =>
  gateway.upstreams.servers.admin.calls.filter((call) => call.method === method).map(({ request }) => request);

const at = new Date('2026-03-31T09:00:00Z');
const aNotice = (kind = NoticeKind.RUN_CHANGED) => ({
  id: randomUUID(),
  kind,
  title: 'Morning prices: 2 of 6 changed',
  lines: ['gpt: The price rose.'],
  path: '/saved-queries/12/results',
  happenedAt: at,
});

describe('/api/notices', () => {
  it('lists what happened, also to a user who waits for approval', async () => {
    const notice = aNotice();
    const later = aNotice('NOTICE_KIND_OF_THE_NEXT_VERSION' as NoticeKind);
    gateway.upstreams.notices.listNotices = () =>
      Promise.resolve({ notices: [{ ...notice, readAt: at }, later], unread: 7, hasMore: true });
    const { title, lines, path } = notice;
    const happenedAt = at.toISOString();
    expect(await ask(`/api/notices?limit=2&before=${notice.id}`)).toEqual({
      status: 200,
      json: {
        notices: [
          { id: notice.id, kind: 'run_changed', title, lines, path, happenedAt, readAt: happenedAt },
          { id: later.id, kind: 'other', title, lines, path, happenedAt, readAt: null },
        ],
        unread: 7,
        hasMore: true,
      },
    });
    expect(requestsOf('listNotices')).toEqual([{ beforeId: notice.id, limit: 2, withHidden: false }]);
  });

  it('marks those that are named, and all up to one', async () => {
    gateway.upstreams.notices.markNoticesRead = () => Promise.resolve({ unread: 3 });
    const [one, last] = [randomUUID(), randomUUID()];
    expect(await ask('/api/notices/read', 'POST', { ids: [one] })).toEqual({ status: 200, json: { unread: 3 } });
    expect(await ask('/api/notices/read', 'POST', { upTo: last })).toEqual({ status: 200, json: { unread: 3 } });
    expect(requestsOf('markNoticesRead')).toEqual([{ ids: [one] }, { ids: [], upToId: last }]);
  });

  it('keeps what one wants to hear of', async () => {
    gateway.upstreams.notices.getNoticePreferences = () => Promise.resolve({ inApp: [NoticeKind.RUN_FAILED] });
    gateway.upstreams.notices.setNoticePreferences = ({ preferences }) => Promise.resolve(preferences!);
    expect(await ask('/api/notices/preferences')).toEqual({ status: 200, json: { inApp: ['run_failed'] } });
    const inApp = ['run_finished', 'approval_granted'];
    expect(await ask('/api/notices/preferences', 'PUT', { inApp })).toEqual({ status: 200, json: { inApp } });
  });

  it.each([
    ['/api/notices?limit=0', 'GET', undefined, 'Write a number from 1 to 100.'],
    ['/api/notices?before=x', 'GET', undefined, 'before: This is not a valid id.'],
    ['/api/notices/read', 'POST', { ids: ['x'] }, 'ids.0: This is not a valid id.'],
    [
      '/api/notices/read',
      'POST',
      { ids: Array<string>(101).fill(randomUUID()) },
      'Name at most 100 notices at a time.',
    ],
    ['/api/notices/preferences', 'PUT', { inApp: ['rain'] }, 'There is no such kind of notice.'],
  ])('refuses %s %s %j', async (path, method, body, error) => {
    expect(await ask(path, method, body)).toMatchObject({ status: 400, json: { error } });
  });

  it('is for who is signed in, by a session and no key, and says so when admin is away', async () => {
    expect((await gateway.ask('/api/notices')).status).toBe(401);
    const { cookie } = await gateway.aUser();
    const key = (await ask('/api/account/keys', 'POST', { name: 'A script', scopes: ['read'] }, cookie)).json;
    const headers = { authorization: `Bearer ${(key as { key: string }).key}` };
    expect((await gateway.ask('/api/notices', { headers })).status).toBe(403);
    gateway.upstreams.notices.listNotices = () => Promise.reject(new AppError('unavailable', 'away', 'Away.'));
    expect((await ask('/api/notices')).status).toBe(503);
  });

  it('hints to every page of the user, and to no other’s', async () => {
    const { events, database } = gateway.slice.service;
    await until(() => events.isConnected, { what: 'NATS' });
    const eve = await gateway.aUser();
    const closing = new AbortController();
    const listen = async (cookie: string) => {
      const headers = { accept: 'text/event-stream' };
      const answer = await gateway.ask('/api/events', { cookie, headers, signal: closing.signal });
      const received: Frame[] = [];
      void (async () => {
        for await (const frame of framesOf(answer)) received.push(frame);
      })().catch(() => undefined);
      return received;
    };
    const [desk, phone, eves] = [await listen(ada.cookie), await listen(ada.cookie), await listen(eve.cookie)];
    const publish = (userId: string) =>
      database.asWorker((tx) => events.in(tx).publish('admin.notices_changed.v1', { userId }));
    await publish(ada.userId);
    await until(() => desk.length === 1 && phone.length === 1, { what: 'the hints' });
    await publish(eve.userId);
    await until(() => eves.length === 1, { what: 'the hint of another' });
    expect([desk, phone, eves]).toMatchObject(Array(3).fill([{ event: 'notices', data: {} }]));
    closing.abort();
  });
});
