import { randomUUID } from 'node:crypto';
import {
  keyScopes,
  type AnswerOf,
  type createApiKey,
  type createNoticeTarget,
  type listComparisons,
  type listSavedQueries,
  type listSessions,
} from '@polylogue/api-contract';
import { signIn, type Account } from './account.js';
import { Api } from './api.js';
import { useEverything } from './use-everything.js';

/** What a user owns that a call can name, by its id. */
export interface OwnedThings {
  /** Not the one that calls are made with. */
  accountSession: string;
  agreementMap: string;
  apiKey: string;
  backtest: string;
  comparison: string;
  conversation: string;
  mergedAnswer: string;
  broadcast: string;
  message: string;
  media: string;
  noticeTarget: string;
  /** Its user still compares. */
  openBacktest: string;
  preset: string;
  roundShare: string;
  rubric: string;
  savedQuery: string;
  session: string;
  suite: string;
  suiteRun: string;
  summary: string;
}

/** A saved query without a schedule. */
export const query = { title: 'Mine now', content: 'x', selectedAiServices: ['demo-brief'] };
const preset = { name: 'Mine now', settings: {}, aiServices: [] };
const rubricText = {
  name: 'Mine now',
  criteria: [{ name: 'Kind', asks: 'Is it?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 1 }],
};
const noticeChoice = { noticeKinds: ['run_failed'], isEnabled: false };
const noticeTarget = { kind: 'webhook', address: 'https://93.184.216.34/mine', noticeKinds: ['run_failed'] };
const more = { selectedAIs: ['demo-brief'], newMessage: 'Mine now' };

/** A call about one thing of a user: the route, the thing, and a body that is valid but for its owner. */
export type CallByOwner = [route: string, what: keyof OwnedThings, body?: (id: string) => unknown];

/** One for each route that names a thing of a user, in its path or in what is sent. */
export const callsByOwner: readonly CallByOwner[] = [
  ['GET /api/broadcasts/{id}/events', 'broadcast'],
  ['POST /api/broadcasts/{id}/cancel', 'broadcast', () => ({})],
  ['POST /api/messages/{id}/retry', 'message', () => ({})],
  ['GET /api/messages/{id}/context', 'message'],
  ['GET /api/messages/{id}/request', 'message'],
  ['POST /api/broadcasts/{id}/replay', 'broadcast', () => ({ selectedAIs: ['demo-brief'] })],
  ['GET /api/broadcasts/{id}/summaries', 'broadcast'],
  ['POST /api/broadcasts/{id}/shares', 'broadcast', () => ({})],
  ['DELETE /api/round-shares/{id}', 'roundShare'],
  ['POST /api/summaries/{id}/cancel', 'summary', () => ({})],
  ['POST /api/summaries/{id}/continue', 'summary', () => more],
  ['DELETE /api/summaries/{id}', 'summary'],
  ['GET /api/broadcasts/{id}/agreement-maps', 'broadcast'],
  ['GET /api/agreement-maps/{id}', 'agreementMap'],
  ['POST /api/agreement-maps/{id}/cancel', 'agreementMap', () => ({})],
  ['POST /api/agreement-maps/{id}/settlings', 'agreementMap', () => ({})],
  ['GET /api/agreement-maps/{id}/settlings', 'agreementMap'],
  ['POST /api/agreement-maps/{id}/settlings/cancel', 'agreementMap', () => ({})],
  ['POST /api/agreement-maps/{id}/settlings/estimate', 'agreementMap', () => ({})],
  ['DELETE /api/agreement-maps/{id}', 'agreementMap'],
  ['PUT /api/agreement-maps/{id}/claims/{claim}/mark', 'agreementMap', () => ({ mark: 'wrong' })],
  ['POST /api/agreement-maps/{id}/answers', 'agreementMap', () => ({})],
  ['POST /api/agreement-maps/{id}/answers/estimate', 'agreementMap', () => ({})],
  ['GET /api/agreement-maps/{id}/answers', 'agreementMap'],
  ['GET /api/merged-answers/{id}', 'mergedAnswer'],
  ['GET /api/merged-answers/{id}/events', 'mergedAnswer'],
  ['POST /api/merged-answers/{id}/cancel', 'mergedAnswer', () => ({})],
  ['POST /api/merged-answers/{id}/continue', 'mergedAnswer', () => more],
  ['DELETE /api/merged-answers/{id}', 'mergedAnswer'],
  ['GET /api/merged-answers/{id}/export?format=md', 'mergedAnswer'],
  ['GET /api/backtests/{id}', 'backtest'],
  ['POST /api/backtests/{id}/pause', 'backtest', () => ({})],
  ['POST /api/backtests/{id}/resume', 'backtest', () => ({})],
  ['POST /api/backtests/{id}/cancel', 'backtest', () => ({})],
  ['GET /api/backtests/{id}/cases', 'backtest'],
  ['GET /api/backtests/{id}/cases/{number}', 'backtest'],
  ['GET /api/backtests/{id}/worst', 'backtest'],
  ['GET /api/backtests/{id}/pair', 'openBacktest'],
  ['PUT /api/backtests/{id}/pairs/{number}', 'openBacktest', () => ({ choice: 'tie' })],
  ['POST /api/backtests/{id}/reveal', 'openBacktest', () => ({})],
  ['DELETE /api/backtests/{id}', 'backtest'],
  ['GET /api/suites/{id}', 'suite'],
  ['GET /api/suites/{id}/cases', 'suite'],
  ['PUT /api/suites/{id}/schedule', 'suite', () => ({ schedule: null })],
  ['POST /api/suites/{id}/schedule/preview', 'suite', () => ({ schedule: { frequency: 'daily' } })],
  ['PUT /api/suites/{id}/assertions', 'suite', () => ({ version: 1, assertions: [{ kind: 'json' }] })],
  ['POST /api/suites/{id}/estimate', 'suite', () => ({})],
  ['POST /api/suites/{id}/runs', 'suite', () => ({})],
  ['GET /api/suites/{id}/runs', 'suite'],
  ['DELETE /api/suites/{id}', 'suite'],
  ['GET /api/suite-runs/{id}', 'suiteRun'],
  ['GET /api/suite-runs/{id}/results', 'suiteRun'],
  ['POST /api/suite-runs/{id}/cancel', 'suiteRun', () => ({})],
  ['GET /api/media/{id}', 'media'],
  ['PUT /api/broadcasts/{id}/pin', 'broadcast', () => ({ messageId: null })],
  ['PUT /api/broadcasts/{id}/vote', 'broadcast', () => ({ outcome: 'tie' })],
  ['GET /api/broadcasts/{id}/vote', 'broadcast'],
  ['DELETE /api/broadcasts/{id}/vote', 'broadcast'],
  ['POST /api/broadcasts/{id}/reveal', 'broadcast', () => ({})],
  ['POST /api/continue-conversation', 'conversation', (conversationId) => ({ conversationId, ...more })],
  ['PUT /api/answer-presets/{id}', 'preset', () => preset],
  ['DELETE /api/answer-presets/{id}', 'preset'],
  ['PUT /api/rubrics/{id}', 'rubric', () => ({ text: rubricText })],
  ['DELETE /api/rubrics/{id}', 'rubric'],
  ['GET /api/comparisons/{id}', 'comparison'],
  ['PUT /api/comparisons/{id}', 'comparison', () => ({ title: 'Mine now', starred: true, tags: ['mine'] })],
  ['DELETE /api/comparisons/{id}', 'comparison'],
  ['GET /api/comparisons/{id}/export?format=html', 'comparison'],
  ['GET /api/conversations/{id}', 'conversation'],
  ['DELETE /api/conversations/{id}', 'conversation'],
  ['GET /api/conversations/{id}/export?format=md', 'conversation'],
  ['GET /api/saved-queries/{id}', 'savedQuery'],
  ['PUT /api/saved-queries/{id}', 'savedQuery', () => query],
  ['DELETE /api/saved-queries/{id}', 'savedQuery'],
  ['POST /api/saved-queries/{id}/execute', 'savedQuery', () => ({})],
  ['GET /api/saved-queries/{id}/timeline', 'savedQuery'],
  ['GET /api/saved-queries/{id}/webhook', 'savedQuery'],
  ['POST /api/saved-queries/{id}/webhook', 'savedQuery', () => ({})],
  ['DELETE /api/saved-queries/{id}/webhook', 'savedQuery'],
  ['DELETE /api/account/keys/{id}', 'apiKey'],
  ['DELETE /api/account/sessions/{id}', 'accountSession'],
  ['PUT /api/notice-targets/{id}', 'noticeTarget', () => noticeChoice],
  ['POST /api/notice-targets/{id}/test', 'noticeTarget', () => ({})],
  ['POST /api/notice-targets/{id}/link', 'noticeTarget', () => ({})],
  ['DELETE /api/notice-targets/{id}', 'noticeTarget'],
  ['GET /api/ai-chat/sessions/{id}', 'session'],
  ['DELETE /api/ai-chat/sessions/{id}', 'session'],
  ['POST /api/ai-chat/sessions/{id}/cancel', 'session', () => ({})],
  ['POST /api/ai-chat/sessions/{id}/summarize', 'session', () => ({})],
  ['GET /api/ai-chat/sessions/{id}/export?format=md', 'session'],
  ['GET /api/quality-assessments/conversation/{id}', 'conversation'],
  ['GET /api/quality-assessments/conversation/{id}/all', 'conversation'],
  ['GET /api/quality-assessments/broadcast/{id}', 'broadcast'],
  ['POST /api/quality-assessments/broadcast/{id}/cancel', 'broadcast', () => ({})],
  ['POST /api/quality-assessments/run', 'broadcast', (broadcastId) => ({ broadcastId })],
  ['POST /api/quality-assessments/estimate', 'broadcast', (broadcastId) => ({ broadcastIds: [broadcastId] })],
];
/** The address of such a call. */
export const addressOf = (path: string, id: string) => path.replace('{id}', id).replace(/\{(claim|number)\}/, '1');
/** The client chooses the id of its own session: the call makes one, and finds no other user's. */
export const clientNamed = ['PUT /api/ai-chat/sessions/{id}'];
/** Whoever has the link, which its owner alone was shown (blind-rounds.spec.ts). */
export const linked = [
  'GET /api/shared-rounds/{id}',
  'PUT /api/shared-rounds/{id}/vote',
  'DELETE /api/shared-rounds/{id}/vote',
];
/** Whoever signs with the query's secret, which its owner alone was shown (saved-queries.spec.ts). */
export const signed = ['POST /api/webhooks/saved-queries/{id}'];

/** An id of the right shape that nothing has. */
export const missingId = (what: keyof OwnedThings): string =>
  ({ savedQuery: '987654321', preset: 'aaaaaa' })[what as string] ?? randomUUID().replace(/-4/, '-7');

/** A key that may do all that keys may. */
export async function makeKey(url: string, account: Account): Promise<AnswerOf<typeof createApiKey>> {
  const body = { name: 'Mine', scopes: keyScopes };
  const made = await new Api(url, account).fetch('POST', '/api/account/keys', body);
  return (await made.json()) as AnswerOf<typeof createApiKey>;
}

/** Signs a user in a second time; the id of that session as its owner sees it. */
async function makeSession(url: string, account: Account): Promise<string> {
  const again = await signIn(url, account);
  const sessions = await new Api(url, again).fetch('GET', '/api/account/sessions');
  return ((await sessions.json()) as AnswerOf<typeof listSessions>).find(({ isCurrent }) => isCurrent)!.id;
}

/** Has a user use everything, and own one of each; each text contains the secret word. */
export async function makeThings(url: string, owner: Account, secret: string): Promise<OwnedThings> {
  const api = new Api(url, owner);
  const json = async <T>(path: string) => (await (await api.fetch('GET', path)).json()) as T;
  const post = async <T>(path: string, body: unknown) => (await (await api.fetch('POST', path, body)).json()) as T;
  const used = await useEverything(url, owner, secret);
  // Not just any reply will do: an imported one names media that are not stored.
  const conversations = await api.conversations();
  const messages = conversations.flatMap((each) => each.messages.map((message) => ({ ...message, in: each.id })));
  const reply = messages.find(({ role, broadcastId }) => role === 'assistant' && broadcastId);
  const [compared] = await json<AnswerOf<typeof listComparisons>>('/api/comparisons');
  const [saved] = await json<AnswerOf<typeof listSavedQueries>>('/api/saved-queries');
  const { target } = await post<AnswerOf<typeof createNoticeTarget>>('/api/notice-targets', noticeTarget);
  return {
    accountSession: await makeSession(url, owner),
    agreementMap: used.mapId,
    apiKey: (await makeKey(url, owner)).apiKey.id,
    backtest: used.backtestId,
    comparison: compared!.id,
    conversation: reply!.in,
    broadcast: reply!.broadcastId!,
    message: reply!.id,
    media: used.media[0]!,
    mergedAnswer: used.answerId,
    noticeTarget: target.id,
    openBacktest: used.openBacktestId,
    roundShare: used.roundShareId,
    preset: (await post<{ id: string }>('/api/answer-presets', preset)).id,
    rubric: (await post<{ id: string }>('/api/rubrics', { text: rubricText })).id,
    savedQuery: String(saved!.id),
    session: used.sessionId,
    ...used.suite,
    summary: used.summaryId,
  };
}

/** Everything of the owner's that a call could have changed. */
export async function contentsOf(url: string, owner: Account, owned: OwnedThings) {
  const api = new Api(url, owner);
  const json = async <T>(path: string) => (await (await api.fetch('GET', path)).json()) as T;
  return {
    conversations: await api.conversations(),
    savedQuery: await json(`/api/saved-queries/${owned.savedQuery}`),
    apiKeys: await json('/api/account/keys'),
    sessions: (await json<AnswerOf<typeof listSessions>>('/api/account/sessions')).map(({ id }) => id),
    noticeTargets: await json('/api/notice-targets'),
    comparisons: (await json<AnswerOf<typeof listComparisons>>('/api/comparisons')).map(
      ({ id, title, starred, tags }) => ({ id, title, starred, tags }),
    ),
    presets: await json('/api/answer-presets'),
    rubrics: await json('/api/rubrics'),
    summaries: await json(`/api/broadcasts/${owned.broadcast}/summaries`),
    agreementMap: await json(`/api/agreement-maps/${owned.agreementMap}`),
    mergedAnswer: await json(`/api/merged-answers/${owned.mergedAnswer}`),
    backtests: await json('/api/backtests'),
    roundShares: await json('/api/round-shares'),
    suites: await json('/api/suites'),
    session: await json(`/api/ai-chat/sessions/${owned.session}`),
  };
}
