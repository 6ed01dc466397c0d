import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Backtest,
  BacktestCase,
  NoticeTarget,
  NoticeTargetKind,
  ChatSession,
  Execution,
  ExecutionPart,
  ExecutionStatus,
  FoundConversation,
  FoundItem,
  GetVotesResponse,
  MessageRole,
  NoticeKind,
  ReplyStatus,
  SavedQuery,
  TriggerType,
  TurnKind,
  VoteOutcome,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';
import { aConversation } from './upstreams.js';

let gateway: RunningGateway;
let eve: Awaited<ReturnType<RunningGateway['aUser']>>;
const at = new Date(0);
const conversation = aConversation();

/** One backtest with two pages of cases. */
function keepBacktests(backtests: RunningGateway['upstreams']['backtests']) {
  const sample = { source: 'newest', count: 4 };
  const backtest = Backtest.fromPartial({ id: 'b', status: 'paused', pauseReason: 'user', sample, createdAt: at });
  backtests.listBacktests = () => Promise.resolve({ backtests: [backtest] });
  backtests.listBacktestCases = ({ after, limit, withAnswers }) => {
    const aCase = { number: after + 1, outcome: 'win', answer: withAnswers ? `Reply ${after + 1}` : undefined };
    return Promise.resolve({ cases: [BacktestCase.fromPartial(aCase)], next: after === 0 ? limit : undefined });
  };
}

function keepVotes(votes: RunningGateway['upstreams']['votes']): void {
  votes.listVotes = async function* () {
    const vote = { broadcastId: conversation.id, outcome: VoteOutcome.TIE, best: [], comment: 'Both.', updatedAt: at };
    yield await Promise.resolve(GetVotesResponse.fromPartial({ votes: [vote] }));
  };
  votes.listNamesSeen = async function* () {
    for (const broadcastIds of [['r1', 'r2'], ['r3']]) yield await Promise.resolve({ broadcastIds });
  };
}

beforeAll(async () => {
  gateway = await startGateway();
  eve = await gateway.aUser();
  const { aiChat, backtests, history, notices, noticeTargets, savedQueries, votes } = gateway.upstreams;
  keepBacktests(backtests);
  keepVotes(votes);
  // Two pages, with what is hidden from the bell.
  notices.listNotices = ({ beforeId, withHidden }) => {
    const title = beforeId === '' ? 'New' : 'Old';
    const kind = NoticeKind.RUN_FAILED;
    const notice = { id: `id of ${title}`, kind, title, lines: [], path: '/', happenedAt: at };
    return Promise.resolve({ notices: withHidden ? [notice] : [], unread: 0, hasMore: beforeId === '' });
  };
  noticeTargets.listNoticeTargets = () => {
    const kind = NoticeTargetKind.EMAIL;
    const target = NoticeTarget.fromPartial({ kind, maskedAddress: 'e…@example.org', createdAt: at });
    return Promise.resolve({ targets: [target], sendsMail: true });
  };
  history.findConversations = async function* () {
    const found = FoundConversation.fromPartial({ conversation });
    yield await Promise.resolve(FoundItem.fromPartial({ item: { $case: 'found', found } }));
  };
  const turn = { id: 't', kind: TurnKind.REPLY, aiService: 'gpt', message: 'Hi', content: 'Ho', createdAt: at };
  const session = {
    id: 'one',
    opening: 'Hi',
    createdAt: at,
    updatedAt: at,
    turns: [{ ...turn, status: ReplyStatus.COMPLETED }],
  };
  // Two pages: the first is full.
  aiChat.listSessions = ({ limit, afterId }) => {
    const ids = afterId === '' ? Array.from({ length: limit }, (_each, index) => `s${index}`) : ['last'];
    return Promise.resolve({ sessions: ids.map((id) => ChatSession.fromPartial({ ...session, id, turns: [] })) });
  };
  aiChat.getSession = ({ sessionId }) => Promise.resolve(ChatSession.fromPartial({ ...session, id: sessionId }));
  const query = SavedQuery.fromPartial({ id: 7, title: 'Daily', content: 'What?', createdAt: at, updatedAt: at });
  savedQueries.listSavedQueries = () => Promise.resolve({ savedQueries: [query] });
  savedQueries.getSavedQuery = () => Promise.resolve(query);
  savedQueries.listExecutions = async function* ({ beforeId }) {
    const ran = { status: ExecutionStatus.COMPLETED, triggerType: TriggerType.MANUAL, executedAt: at };
    for (const id of beforeId === 0 ? [3, 2] : beforeId === 2 ? [1] : []) {
      const execution = Execution.fromPartial({ id, ...ran });
      yield await Promise.resolve(ExecutionPart.fromPartial({ part: { $case: 'execution', execution } }));
    }
  };
});
afterAll(() => gateway.close());

const take = () => gateway.ask('/api/account/export', { cookie: eve.cookie });

describe('everything about oneself', () => {
  it('is one file with every part, however many pages each has', async () => {
    const key = { name: 'A script', scopes: ['read'] };
    await gateway.ask('/api/account/keys', { method: 'POST', cookie: eve.cookie, body: key });
    const file = await take();
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="polylogue-account-.*\.json"$/);
    const all = (await file.json()) as Record<string, unknown[]>;
    expect(JSON.stringify(all['apiKeys'])).not.toContain('hash');
    expect(all).toMatchObject({
      profile: { email: eve.email, id: eve.userId },
      preferences: { askAbove: 1 },
      noticePreferences: { inApp: [] },
      notices: [{ title: 'New' }, { title: 'Old' }],
      sessions: [{ id: eve.userId }],
      apiKeys: [{ name: 'A script', scopes: ['read'] }],
      noticeTargets: [{ kind: 'email', maskedAddress: 'e…@example.org' }],
      activities: [{ activityType: 'message_sent', details: { messageLength: 4 } }],
      conversations: [{ id: conversation.id, aiService: { displayName: 'GPT' } }],
      votes: [{ broadcastId: conversation.id, outcome: 'tie', comment: 'Both.' }],
      namesSeen: ['r1', 'r2', 'r3'].map((broadcastId) => ({ broadcastId })),
      backtests: [{ id: 'b', status: 'paused', cases: [{ reply: 'Reply 1' }, { reply: 'Reply 4' }] }],
      savedQueries: [{ id: 7, title: 'Daily' }],
      executions: [3, 2, 1].map((id) => ({ id, savedQueryId: 7, status: 'completed' })),
    });
    expect(all['aiChats']).toHaveLength(201);
    expect(all['aiChats']!.at(-1)).toMatchObject({ id: 'last', turns: [{ message: 'Hi', content: 'Ho' }] });
  });

  it('says what it lacks while the service that keeps scores is away', async () => {
    const { assessments, history } = gateway.upstreams;
    const [list, find] = [assessments.listAssessmentsOfConversations, history.findConversations!];
    const reply = {
      id: randomUUID(),
      role: MessageRole.ASSISTANT,
      status: ReplyStatus.COMPLETED,
      content: 'Ho',
      broadcastId: randomUUID(),
      createdAt: at,
    };
    history.findConversations = async function* () {
      const found = FoundConversation.fromPartial({ conversation: { ...conversation, messages: [reply] } });
      yield await Promise.resolve(FoundItem.fromPartial({ item: { $case: 'found', found } }));
    };
    assessments.listAssessmentsOfConversations = () => {
      throw new AppError('unavailable', 'away', 'Away.');
    };
    expect(await (await take()).json()).toMatchObject({
      conversations: [{ id: conversation.id }],
      missing: { scoresOf: 1, reason: expect.stringContaining('Export again later') },
      aiChats: expect.any(Array),
    });
    assessments.listAssessmentsOfConversations = list!;
    history.findConversations = find;
  });

  it('is cut rather than half when a service goes away on the way, and refused when it is away before', async () => {
    const { savedQueries, panel } = gateway.upstreams;
    const list = savedQueries.listSavedQueries!;
    savedQueries.listSavedQueries = () => Promise.reject(new AppError('unavailable', 'away', 'Away.'));
    const answer = take().then((file) => file.text());
    await expect(answer).rejects.toThrow();
    savedQueries.listSavedQueries = list;
    const { listOwnFacts } = panel.accountCalls;
    panel.accountCalls.listOwnFacts = () => {
      throw new AppError('unavailable', 'away', 'Away.');
    };
    expect((await take()).status).toBe(503);
    panel.accountCalls.listOwnFacts = listOwnFacts;
    expect((await take()).status).toBe(200);
  });

  it('is no other user’s', async () => {
    expect((await gateway.ask('/api/account/export')).status).toBe(401);
  });
});
