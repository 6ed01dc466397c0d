import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  ComparisonsServiceDefinition,
  CostSource,
  FindComparisonsRequest,
  FinishedRoundsServiceDefinition,
  RepliesServiceDefinition,
  ReplyStatus,
  type FinishedReply,
  type StoreRoundRequest,
} from '@polylogue/proto';
import { aUser, callerToken, closing, says, scriptedAi, until } from '@polylogue/test-kit';
import { v7 as uuid } from 'uuid';
import { as, collect, doneOf, startConversation, type Conversation } from './conversation.fixture.js';

const ada = aUser();
const { add, closeAll } = closing();
let conversation: Conversation;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('Once more.'), claude: says('Again.'), dalle: says('') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

const askedAt = new Date('2026-11-24T09:00:00Z');
const asScheduler = (user = ada) => ({ callerToken: callerToken(user, 'scheduler') });
const reply = (aiService: string, overrides: Partial<FinishedReply> = {}): FinishedReply => ({
  aiService,
  conversationId: uuid(),
  status: ReplyStatus.COMPLETED,
  content: `${aiService} says so.`,
  responseTimeMs: 40,
  media: [],
  endedAt: new Date(askedAt.getTime() + 2_000),
  ...overrides,
});
const aRound = (overrides: Partial<StoreRoundRequest> = {}): StoreRoundRequest => ({
  userId: ada.userId,
  broadcastId: uuid(),
  title: 'Digest · Nov 24, 2026 9:00 AM',
  question: 'What is new in tides?',
  askedAt,
  replies: [reply('gpt'), reply('claude')],
  ...overrides,
});
const store = (round: StoreRoundRequest, token = asScheduler()) =>
  conversation.client(FinishedRoundsServiceDefinition).storeRound(round, token);
const rows = (sql: string, id: string) => conversation.rows(sql, [id]);

it('keeps a round as a comparison of its own, off the dashboard, with how each reply was made', async () => {
  const cost = { amount: 0.25, currency: 'USD', source: CostSource.PROVIDER };
  const usage = { inputTokens: 3, outputTokens: 5 };
  const media = [{ id: uuid(), type: 'image/png', name: 'tide.png', size: 12 }];
  const round = aRound({
    replies: [
      reply('gpt', { cost, usage }),
      reply('dalle', { content: '', media }),
      reply('claude', { status: ReplyStatus.INTERRUPTED, error: 'The reply broke off.' }),
    ],
  });
  expect(await store(round)).toEqual({ isNew: true });
  const stored = await rows(
    `SELECT c.ai_service, c.on_dashboard, c.comparison_id, m.content, m.status, m.cost_amount, m.output_tokens, m.error,
       m.media, q.content AS question, q.created_at FROM conversation.conversations c
     JOIN conversation.messages q ON q.conversation_id = c.id AND q.role = 'user'
     JOIN conversation.messages m ON m.conversation_id = c.id AND m.role = 'assistant' AND m.position > q.position
     WHERE c.comparison_id = $1 ORDER BY c.id`,
    round.broadcastId,
  );
  const common = { on_dashboard: false, question: 'What is new in tides?', created_at: askedAt };
  expect(stored).toMatchObject([
    { ...common, ai_service: 'gpt', content: 'gpt says so.', status: 'completed', cost_amount: 0.25, output_tokens: 5 },
    { ...common, ai_service: 'dalle', content: '', status: 'completed', media },
    { ...common, ai_service: 'claude', status: 'interrupted', error: 'The reply broke off.' },
  ]);
  const attached = await conversation.rows(
    `SELECT payload FROM conversation.outbox WHERE subject = 'conversation.media_attached.v1'`,
  );
  expect(attached).toMatchObject([{ payload: { userId: ada.userId, mediaIds: [media[0]!.id] } }]);
});

it('stores a round once, however often it is handed over, and never again after it was deleted', async () => {
  const round = aRound();
  const answers = await Promise.all([store(round), store(round), store(round)]);
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
  const [{ conversationId } = reply('gpt'), { conversationId: other } = reply('gpt')] = round.replies;
  for (const id of [conversationId, other]) await conversation.history.deleteConversation({ id }, as(ada));
  expect(await store(round)).toEqual({ isNew: false });
  expect(await rows('SELECT 1 FROM conversation.conversations WHERE comparison_id = $1', round.broadcastId)).toEqual(
    [],
  );
});

it('is found by its title, judged, and asked again as any other round', async () => {
  const round = aRound({ title: `Weekly zebrafinch · ${'x'.repeat(300)}` });
  await store(round);
  const comparisons = conversation.client(ComparisonsServiceDefinition);
  const found = await until(async () => {
    const wanted = FindComparisonsRequest.fromPartial({ q: 'zebrafinch' });
    const { comparisons: all } = await comparisons.findComparisons(wanted, as(ada));
    return all.length > 0 ? all : undefined;
  });
  expect(found[0]).toMatchObject({ id: round.broadcastId });
  const replies = conversation.client(RepliesServiceDefinition);
  const judged = await replies.listRepliesToJudge(
    { userId: ada.userId, broadcastId: round.broadcastId },
    { callerToken: callerToken(ada, 'quality') },
  );
  expect(judged).toMatchObject({
    question: 'What is new in tides?',
    replies: [
      { aiService: 'gpt', status: ReplyStatus.COMPLETED, content: 'gpt says so.' },
      { aiService: 'claude', status: ReplyStatus.COMPLETED },
    ],
  });
  const replay = { broadcastId: round.broadcastId, aiServices: [] };
  const done = doneOf(await collect(conversation.broadcasts.replayBroadcast(replay, as(ada))));
  expect(done.replies.map(({ aiService, content }) => [aiService, content])).toEqual([
    ['gpt', 'Once more.'],
    ['claude', 'Again.'],
  ]);
});

it('is for the scheduler on behalf of the owner, and for nobody else', async () => {
  const bob = aUser();
  await expect(store(aRound(), as(ada))).rejects.toMatchObject({ code: 'service_not_allowed' });
  await expect(store(aRound(), { callerToken: callerToken(ada, 'quality') })).rejects.toMatchObject({
    code: 'service_not_allowed',
  });
  await expect(store(aRound(), asScheduler(bob))).rejects.toMatchObject({ code: 'owner_required' });
});

it.each([
  ['no replies', aRound({ replies: [] })],
  [
    'one thread for two replies',
    aRound({
      replies: ['gpt', 'claude'].map((name) => reply(name, { conversationId: randomUUID().replace(/./g, '1') })),
    }),
  ],
  ['a service that replies twice', aRound({ replies: [reply('gpt'), reply('gpt')] })],
  ['a reply that is still open', aRound({ replies: [reply('gpt', { status: ReplyStatus.PENDING })] })],
  ['no time', aRound({ askedAt: undefined })],
])('refuses a round with %s, and stores nothing of it', async (_what, round) => {
  await expect(store(round)).rejects.toMatchObject({ code: 'invalid_round' });
  expect(await rows('SELECT 1 FROM conversation.broadcasts WHERE id = $1', round.broadcastId)).toEqual([]);
});
