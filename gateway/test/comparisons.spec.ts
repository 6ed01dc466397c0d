import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Comparison, FindComparisonsRequest, GenerationSettings } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let cookie: string;

beforeAll(async () => {
  gateway = await startGateway();
  ({ cookie } = await gateway.aUser());
});
afterAll(() => gateway.close());
afterEach(() => void (gateway.upstreams.servers.conversation.calls.length = 0));

const at = new Date('2026-03-04T05:06:07.089Z');
const id = randomUUID();
const conversationId = randomUUID();
const kept = Comparison.fromPartial({
  id,
  title: 'Which lock?',
  tags: ['work'],
  conversations: [{ id: conversationId, aiService: 'gpt', pins: 2 }],
  messageCount: 4,
  preview: 'It depends.',
  createdAt: at,
  updatedAt: at,
});
const shown = {
  id,
  title: 'Which lock?',
  titleGiven: false,
  starred: false,
  tags: ['work'],
  conversations: [{ id: conversationId, aiService: expect.objectContaining({ name: 'gpt' }), pins: 2 }],
  messageCount: 4,
  preview: 'It depends.',
  createdAt: at.toISOString(),
  updatedAt: at.toISOString(),
};

const requestOf = <T>() => gateway.upstreams.servers.conversation.calls.at(-1)!.request as T;

describe('/api/comparisons', () => {
  it('lists them, with the way to the next page', async () => {
    gateway.upstreams.comparisons.findComparisons = () =>
      Promise.resolve({ comparisons: [{ ...kept, cost: 0.5 }], nextCursor: 'abc', total: 7 });
    const query =
      'q=lock&service=gpt&since=2026-03-01T00:00:00Z&starred=true&tag=work&limit=20&sort=createdAt&order=asc';
    const answer = await gateway.ask(`/api/comparisons?${query}`, { cookie });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual([{ ...shown, cost: { amount: 0.5, currency: 'USD' } }]);
    expect(answer.headers.get('x-total-count')).toBe('7');
    expect(answer.headers.get('link')).toContain('cursor=abc');
    expect(requestOf<FindComparisonsRequest>()).toEqual({
      q: 'lock',
      aiService: 'gpt',
      since: new Date('2026-03-01T00:00:00Z'),
      onlyStarred: true,
      tag: 'work',
      limit: 20,
      cursor: '',
      byCreation: true,
      ascending: true,
    });
    await gateway.ask('/api/comparisons', { cookie });
    expect(requestOf()).toEqual(FindComparisonsRequest.fromPartial({}));
  });

  it.each(['limit=0', 'limit=201', 'sort=title', 'starred=maybe', `tag=${'x'.repeat(41)}`, 'since=yesterday'])(
    'answers 400 to ?%s',
    async (query) => {
      expect((await gateway.ask(`/api/comparisons?${query}`, { cookie })).status).toBe(400);
      expect(gateway.upstreams.servers.conversation.calls).toEqual([]);
    },
  );

  it('lists the tags of all of them, to who is signed in', async () => {
    gateway.upstreams.comparisons.listTags = () => Promise.resolve({ tags: ['later', 'work'] });
    const answer = await gateway.ask('/api/comparisons/tags', { cookie });
    expect([answer.status, await answer.json()]).toEqual([200, ['later', 'work']]);
    expect((await gateway.ask('/api/comparisons/tags')).status).toBe(401);
  });

  it('hands one out, and its conversations by the list of conversations', async () => {
    gateway.upstreams.comparisons.getComparison = () => Promise.resolve(kept);
    const answer = await gateway.ask(`/api/comparisons/${id}`, { cookie });
    expect(await answer.json()).toEqual(shown);
    gateway.upstreams.history.findConversations = async function* () {
      yield await Promise.resolve({ item: { $case: 'head' as const, head: { total: 0, nextCursor: '' } } });
    };
    await gateway.ask(`/api/conversations?includeAll=true&comparison=${id}`, { cookie });
    expect(requestOf()).toMatchObject({ includeAll: true, comparisonId: id });
    expect((await gateway.ask('/api/comparisons/x', { cookie })).status).toBe(400);
  });

  it('has with each of several services the mean score of its replies, and goes on without while quality is away', async () => {
    const other = randomUUID();
    const two = [...kept.conversations, { id: other, aiService: 'claude', pins: 0 }];
    gateway.upstreams.comparisons.getComparison = () => Promise.resolve({ ...kept, conversations: two });
    gateway.upstreams.assessments.getScores = ({ conversationIds }) => {
      expect(conversationIds).toEqual([conversationId, other]);
      return Promise.resolve({ scores: [{ conversationId: other, overall: 84.5, verdicts: 2 }] });
    };
    const scores = async () => {
      const answer = await gateway.ask(`/api/comparisons/${id}`, { cookie });
      const { conversations } = (await answer.json()) as { conversations: { score?: number }[] };
      return conversations.map(({ score }) => score);
    };
    expect(await scores()).toEqual([undefined, 84.5]);
    gateway.upstreams.assessments.getScores = () =>
      Promise.reject(new AppError('unavailable', 'quality_away', 'Quality is away.'));
    expect(await scores()).toEqual([undefined, undefined]);
  });

  it('requests the scores of a list that was read before beside it, and of what has come in after it', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const listOf = (...ids: string[]) => ({
      comparisons: [{ ...kept, conversations: ids.map((id) => ({ id, aiService: 'gpt', pins: 0 })) }],
      nextCursor: '',
      total: 1,
    });
    const wanted: string[][] = [];
    let onWanted = () => {};
    gateway.upstreams.assessments.getScores = ({ conversationIds }) => {
      wanted.push(conversationIds);
      onWanted();
      return Promise.resolve({
        scores: conversationIds.map((conversationId) => ({ conversationId, overall: 70 + wanted.length, verdicts: 1 })),
      });
    };
    const scores = async () => {
      const answer = await gateway.ask('/api/comparisons?tag=again', { cookie });
      const [{ conversations }] = (await answer.json()) as [{ conversations: { id: string; score?: number }[] }];
      return conversations.map(({ score }) => score);
    };
    gateway.upstreams.comparisons.findComparisons = () => Promise.resolve(listOf(first, second));
    expect(await scores()).toEqual([71, 71]);
    // Answers only when the scores were requested.
    const requested = new Promise<void>((resolve) => (onWanted = resolve));
    gateway.upstreams.comparisons.findComparisons = () => requested.then(() => listOf(first, third));
    expect(await scores()).toEqual([72, 73]);
    expect(wanted).toEqual([[first, second], [first, second], [third]]);
    // Another user is given nothing of it.
    const other = await gateway.aUser();
    gateway.upstreams.comparisons.findComparisons = () => Promise.resolve(listOf());
    expect((await gateway.ask('/api/comparisons?tag=again', { cookie: other.cookie })).status).toBe(200);
    expect(wanted).toHaveLength(3);
  });

  it('changes what is given, and deletes', async () => {
    gateway.upstreams.comparisons.changeComparison = () => Promise.resolve({ ...kept, isStarred: true });
    const put = (body: unknown) => gateway.ask(`/api/comparisons/${id}`, { method: 'PUT', body, cookie });
    expect(await (await put({ starred: true })).json()).toEqual({ ...shown, starred: true });
    expect(requestOf()).toEqual({ id, isStarred: true });
    await put({ title: 'Mine', tags: ['a', 'b'] });
    expect(requestOf()).toEqual({ id, title: 'Mine', tags: { tags: ['a', 'b'] } });
    const settings = { systemPrompt: 'Short.', temperature: 0.2 };
    gateway.upstreams.comparisons.changeComparison = () =>
      Promise.resolve({ ...kept, settings: GenerationSettings.fromPartial(settings) });
    expect(await (await put({ settings })).json()).toEqual({ ...shown, settings });
    expect(requestOf()).toMatchObject({ id, settings });
    gateway.upstreams.comparisons.deleteComparison = () => Promise.resolve({ deleted: 2 });
    expect((await gateway.ask(`/api/comparisons/${id}`, { method: 'DELETE', cookie })).status).toBe(204);
    expect(requestOf()).toEqual({ id });
  });

  it.each([
    [{ title: 'x'.repeat(10_000) }, 'A title can have at most 200 characters.'],
    [{ tags: Array<string>(1_000).fill('a') }, 'A comparison can have at most 20 tags.'],
    [{ tags: ['x'.repeat(41)] }, 'A tag can have at most 40 characters.'],
    [{ settings: { maxOutputTokens: 0 } }, 'The longest answer must be between 1 and 200000 tokens.'],
  ])('says which limit a change breaks (%#)', async (body, sentence) => {
    const answer = await gateway.ask(`/api/comparisons/${id}`, { method: 'PUT', body, cookie });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: sentence });
  });
});
