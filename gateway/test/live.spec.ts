import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { liveEvents } from '@polylogue/api-contract';
import { ReplyStatus, Role, ServiceStatus } from '@polylogue/proto';
import { until } from '@polylogue/test-kit';
import { framesOf, startGateway, type RequestParts, type RunningGateway, type Frame } from './gateway.js';

let gateway: RunningGateway;
const pages: AbortController[] = [];

beforeAll(async () => {
  gateway = await startGateway();
  await until(() => gateway.slice.service.events.isConnected, { what: 'NATS' });
});
afterAll(async () => {
  for (const page of pages) page.abort();
  await gateway.close();
});

/** A page that listens; the events it receives collect in `received`. */
async function listen(cookie: string, path = '/api/events', parts: RequestParts = {}, at = gateway) {
  const page = new AbortController();
  pages.push(page);
  const answer = await at.ask(path, {
    ...parts,
    cookie,
    signal: page.signal,
    headers: { accept: 'text/event-stream' },
  });
  const received: Frame[] = [];
  const ended = (async () => {
    for await (const frame of framesOf(answer)) received.push(frame);
    return 'ended';
  })().catch(() => 'cut');
  return { answer, received, ended, close: () => page.abort() };
}

const publish = (...event: Parameters<ReturnType<RunningGateway['slice']['service']['events']['in']>['publish']>) =>
  gateway.slice.service.database.asWorker((tx) => gateway.slice.service.events.in(tx).publish(...event));

const replyStored = (userId: string) => ({
  broadcastId: randomUUID(),
  userId,
  conversationId: randomUUID(),
  messageId: randomUUID(),
  aiService: 'gpt',
  status: ReplyStatus.COMPLETED,
});

describe('GET /api/events', () => {
  it('sends each user events of their own replies, and every user those of a service', async () => {
    const [ada, eve] = [await gateway.aUser(), await gateway.aUser()];
    const [adas, eves] = [await listen(ada.cookie), await listen(eve.cookie)];
    expect(adas.answer.headers.get('content-type')).toContain('text/event-stream');
    const event = replyStored(ada.userId);
    const [older, newer] = [
      { ...event, aiService: 'old' },
      { ...event, aiService: 'other' },
    ];
    await publish('conversation.reply_stored.v1', older);
    await publish('conversation.reply_stored.v2', { ...event, replies: [event, newer] });
    const last = { ...event, aiService: 'last' };
    await publish('conversation.broadcast_completed.v2', {
      ...event,
      totalResponses: 3,
      totalErrors: 0,
      replies: [last],
    });
    await publish('ai_dispatch.service_status_changed.v1', { name: 'gpt', status: ServiceStatus.ERROR });
    await until(() => adas.received.length === 5 && eves.received.length === 1, { what: 'the hints' });
    const hints = adas.received
      .filter(({ event }) => event === 'broadcast')
      .map(({ data }) => liveEvents.broadcast.parse(data));
    expect(new Set(hints.map(({ aiService }) => aiService))).toEqual(new Set(['old', 'gpt', 'other', 'last']));
    expect(hints.every(({ broadcastId }) => broadcastId === event.broadcastId)).toBe(true);
    expect(eves.received).toMatchObject([{ event: 'service', data: { name: 'gpt', status: 'error' } }]);
  });

  it('names the comparison that another page of the same user has changed', async () => {
    const [ada, eve] = [await gateway.aUser(), await gateway.aUser()];
    const [adas, eves] = [await listen(ada.cookie), await listen(eve.cookie)];
    const comparisonId = randomUUID();
    await publish('conversation.comparison_changed.v1', { comparisonId, userId: ada.userId });
    await publish('conversation.reply_stored.v1', replyStored(eve.userId));
    await until(() => adas.received.length === 1 && eves.received.length === 1, { what: 'the hints' });
    expect(adas.received).toMatchObject([{ event: 'comparison', data: { comparisonId } }]);
    expect(eves.received).toMatchObject([{ event: 'broadcast' }]);
  });

  it('notifies a user that their access changed, and goes on', async () => {
    const { cookie, userId, email } = await gateway.aUser('unapproved');
    const page = await listen(cookie);
    gateway.upstreams.accounts.get(email)!.user.isApproved = true;
    await publish('admin.user_approved.v1', { userId, approvedBy: randomUUID() });
    await until(() => page.received.length === 1, { what: 'the hint' });
    expect(page.received).toMatchObject([{ event: 'session', data: { reason: 'access_changed' } }]);
    const me = (await (await gateway.ask('/api/auth/user', { cookie })).json()) as { isApproved: boolean };
    expect(me.isApproved).toBe(true);
  });

  it('ends with the session that opened it, and says so', async () => {
    const { cookie } = await gateway.aUser();
    const page = await listen(cookie);
    await gateway.ask('/api/logout', { cookie });
    expect(await page.ended).toBe('ended');
    expect(page.received).toMatchObject([{ event: 'session', data: { reason: 'signed_out' } }]);
  });

  it('ends for who is blocked, found by asking, without any event', async () => {
    const { cookie, email } = await gateway.aUser();
    const page = await listen(cookie);
    gateway.upstreams.accounts.get(email)!.user.isBlocked = true;
    expect(await page.ended).toBe('ended');
    expect(page.received).toMatchObject([{ event: 'session', data: { reason: 'signed_out' } }]);
  });

  it('closes a stream that needs approval when it is taken back, and says why', async () => {
    const { cookie, email } = await gateway.aUser();
    gateway.upstreams.broadcasts.sendMessage = async function* (_request, call) {
      yield await Promise.resolve({
        id: 1,
        event: { $case: 'accepted' as const, accepted: { broadcastId: randomUUID(), targets: [] } },
      });
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    };
    const body = { message: 'Hi', selectedAIs: ['gpt'], mode: 'selective' };
    const page = await listen(cookie, '/api/send-message', { method: 'POST', body });
    await until(() => page.received.length === 1, { what: 'the first event' });
    gateway.upstreams.accounts.get(email)!.user.isApproved = false;
    expect(await page.ended).toBe('ended');
    expect(page.received.map(({ event }) => event)).toEqual(['accepted', 'error']);
    expect(page.received.at(-1)!.data).toMatchObject({ code: 'approval_required', status: 403 });
  });

  it('opens at most twelve streams for one user', async () => {
    const { cookie } = await gateway.aUser('admin');
    const open = await Promise.all(Array.from({ length: 12 }, () => listen(cookie)));
    expect(open.map(({ answer }) => answer.status)).toEqual(Array(12).fill(200));
    const thirteenth = await gateway.ask('/api/events', { cookie });
    expect(thirteenth.status).toBe(429);
    expect(thirteenth.headers.get('retry-after')).toBe('5');
    open[0]!.close();
    await until(async () => (await listen(cookie)).answer.status === 200, { what: 'room for another' });
    expect([...gateway.upstreams.accounts.values()][0]!.user.role).toBe(Role.USER);
  });

  it('ends at once when the server stops, so that no page keeps it', async () => {
    const stopping = await startGateway({ env: { DRAIN_SECONDS: '1000' } });
    const { cookie } = await stopping.aUser();
    const page = await listen(cookie, '/api/events', {}, stopping);
    await stopping.close();
    expect(await page.ended).toBe('ended');
    expect(page.received).toEqual([]);
  });
});
