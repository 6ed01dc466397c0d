import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  DeliveryOutcome,
  NoticeLinkPurpose,
  NoticeTarget,
  NoticeTargetKind,
  type CreateNoticeTargetRequest,
  type UpdateNoticeTargetRequest,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let eve: Awaited<ReturnType<RunningGateway['aUser']>>;
const id = '01939c11-0000-7000-8000-000000000001';
const target = NoticeTarget.fromPartial({
  id,
  kind: NoticeTargetKind.WEBHOOK,
  maskedAddress: 'https://example.org/…abc',
  choice: {
    noticeKinds: ['run_failed'],
    isEnabled: true,
    quietHours: { fromMinute: 1320, toMinute: 420, timeZone: 'UTC' },
  },
  isConfirmed: true,
  createdAt: new Date(0),
  lastAt: new Date(0),
  lastOutcome: DeliveryOutcome.FAILED,
  lastFault: 'It answered 500.',
  waiting: 1,
});
const shown = {
  id,
  kind: 'webhook',
  maskedAddress: 'https://example.org/…abc',
  noticeKinds: ['run_failed'],
  quietHours: { from: 1320, to: 420, timeZone: 'UTC' },
  isEnabled: true,
  isConfirmed: true,
  createdAt: '1970-01-01T00:00:00.000Z',
  last: { at: '1970-01-01T00:00:00.000Z', outcome: 'failed', fault: 'It answered 500.' },
  waiting: 1,
  givenUp: 0,
};

beforeAll(async () => {
  gateway = await startGateway();
  eve = await gateway.aUser();
});
afterAll(() => gateway.close());

const ask = async (method: string, path = '', body?: unknown) => {
  const answer = await gateway.ask(`/api/notice-targets${path}`, { method, body, cookie: eve.cookie });
  return { status: answer.status, body: answer.status === 204 ? undefined : ((await answer.json()) as unknown) };
};

describe('/api/notice-targets', () => {
  it('lists, adds, changes, tests and removes', async () => {
    const { noticeTargets } = gateway.upstreams;
    const asked: (CreateNoticeTargetRequest | UpdateNoticeTargetRequest)[] = [];
    noticeTargets.listNoticeTargets = () => Promise.resolve({ targets: [target], sendsMail: true });
    noticeTargets.createNoticeTarget = (request) => {
      asked.push(request);
      return Promise.resolve({ target, secret: 'whsec_x' });
    };
    noticeTargets.updateNoticeTarget = (request) => {
      asked.push(request);
      return Promise.resolve(target);
    };
    noticeTargets.testNoticeTarget = () => Promise.resolve({ target, fault: 'It answered 500.' });
    noticeTargets.deleteNoticeTarget = () => Promise.resolve({});
    expect(await ask('GET')).toEqual({ status: 200, body: { targets: [shown], sendsMail: true } });
    const choice = { noticeKinds: ['run_failed'], quietHours: { from: 1320, to: 420, timeZone: 'Europe/Rome' } };
    const address = ' https://example.org/x ';
    expect(await ask('POST', '', { kind: 'webhook', address, ...choice })).toEqual({
      status: 201,
      body: { target: shown, secret: 'whsec_x' },
    });
    expect(await ask('PUT', `/${id}`, { noticeKinds: ['run_failed'], isEnabled: false })).toMatchObject({
      status: 200,
    });
    expect(asked).toEqual([
      {
        kind: NoticeTargetKind.WEBHOOK,
        address: 'https://example.org/x',
        choice: {
          noticeKinds: ['run_failed'],
          isEnabled: true,
          quietHours: { fromMinute: 1320, toMinute: 420, timeZone: 'Europe/Rome' },
        },
      },
      { id, choice: { noticeKinds: ['run_failed'], isEnabled: false, quietHours: undefined } },
    ]);
    expect(await ask('POST', `/${id}/test`, {})).toEqual({ status: 200, body: { fault: 'It answered 500.' } });
    expect(await ask('DELETE', `/${id}`)).toEqual({ status: 204, body: undefined });
  });

  it.each([
    [{ kind: 'pigeon', address: 'x', noticeKinds: ['run_failed'] }, 'kind'],
    [{ kind: 'email', address: ' ', noticeKinds: ['run_failed'] }, 'address'],
    [{ kind: 'email', address: 'a@b.c', noticeKinds: [] }, 'noticeKinds'],
    [{ kind: 'email', address: 'a@b.c', noticeKinds: ['run_failed', 'run_failed'] }, 'noticeKinds'],
    [
      { kind: 'email', address: 'a@b.c', noticeKinds: ['run_failed'], quietHours: { from: 9, to: 9, timeZone: 'UTC' } },
      'quietHours',
    ],
    [{ kind: 'email', address: 'a@b.c', noticeKinds: ['run_failed'], isConfirmed: true }, 'isConfirmed'],
  ])('refuses %j', async (body, path) => {
    expect(await ask('POST', '', body)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });
});

describe('a link of a mail', () => {
  let used: string[];
  beforeEach(() => {
    used = [];
    const { noticeTargets } = gateway.upstreams;
    const purposes: Record<string, NoticeLinkPurpose> = {
      stop: NoticeLinkPurpose.UNSUBSCRIBE,
      yes: NoticeLinkPurpose.CONFIRM,
    };
    const find = ({ token }: { token: string }) => {
      const purpose = purposes[token];
      if (!purpose) return Promise.reject(new AppError('not_found', 'link_not_found', 'This link does not hold.'));
      return Promise.resolve({ purpose, maskedAddress: '<a>…@example.org' });
    };
    noticeTargets.getNoticeLink = find;
    noticeTargets.useNoticeLink = (request) => {
      used.push(request.token);
      return find(request);
    };
  });
  const at = (path: string, init: RequestInit = {}) => fetch(`${gateway.url}/api/notice-targets${path}`, init);

  it('changes nothing by being opened, and works signed out', async () => {
    const page = await at('/unsubscribe?token=stop');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toMatch(/&lt;a&gt;…@example.org[^]*<form method="post">/);
    expect(used).toEqual([]);
    const done = await at('/unsubscribe?token=stop', { method: 'POST', headers: { origin: gateway.url } });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Nothing more is sent')]);
    expect(used).toEqual(['stop']);
  });

  it('is taken with one click by a mail program', async () => {
    const done = await at('/unsubscribe?token=stop', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([done.status, used]).toEqual([200, ['stop']]);
  });

  it('does what it is for and nothing else', async () => {
    for (const path of ['/unsubscribe?token=yes', '/confirm?token=stop', '/confirm?token=old', '/confirm']) {
      const refused = await at(path, { method: 'POST' });
      expect([path, refused.status]).toEqual([path, 404]);
      expect(await refused.text()).toMatch(/This did not work/);
    }
    expect(used).toEqual([]);
    expect((await at('/confirm?token=yes', { method: 'POST' })).status).toBe(200);
    expect(used).toEqual(['yes']);
  });
});
