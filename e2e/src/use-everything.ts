import { randomUUID } from 'node:crypto';
import type {
  AnswerOf,
  createAgreementMap,
  beginSuiteRun,
  createBacktest,
  createSuite,
  createMergedAnswer,
  createSavedQuery,
  executeSavedQuery,
  getAgreementMap,
  getBacktest,
  getSuiteRun,
  getMergedAnswer,
  getSavedQuery,
  RoundShare,
  sendMessage,
  summarizeResponses,
} from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from './account.js';
import { Api } from './api.js';

type SavedQuery = AnswerOf<typeof getSavedQuery>;

const [one, other] = ['demo-brief', 'demo-steady'];

/** Ids of what was made by using everything. */
interface MadeThings {
  sessionId: string;
  media: string[];
  summaryId: string;
  roundShareId: string;
  mapId: string;
  answerId: string;
  backtestId: string;
  openBacktestId: string;
  suite: { suite: string; suiteRun: string };
}

/** Uses everything as a user does; each text contains the secret word. */
export async function useEverything(url: string, account: Account, secret: string): Promise<MadeThings> {
  const api = new Api(url, account);
  const post = <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
    read<T>(api.fetch('POST', path, body, headers));
  const services = (await api.services()).filter(({ category }) => category !== 'video').map(({ name }) => name);

  const sent = await post<{
    broadcastId: string;
    results: { conversationId: string; messageId: string; media?: { id: string }[] }[];
  }>(
    '/api/send-message',
    { message: `Say something about ${secret}.`, selectedAIs: services, mode: 'selective' },
    key(),
  );
  await sendFile(url, account, secret);
  const [first] = sent.results;
  await read(api.fetch('PUT', `/api/broadcasts/${sent.broadcastId}/pin`, { messageId: first!.messageId }));
  const vote = { outcome: 'best', best: [first!.messageId], reasons: ['correct'], comment: `It knows ${secret}.` };
  await read(api.fetch('PUT', `/api/broadcasts/${sent.broadcastId}/vote`, vote));
  const again = { conversationId: first!.conversationId, selectedAIs: [one], newMessage: `More of ${secret}.` };
  await post('/api/continue-conversation', again, key());
  const [summaryId] = await summarize(api, sent.results, secret);
  const mapId = await mapAgreement(api, sent.results);
  const answerId = await writeAnswer(api, secret);
  const backtestId = await testBack(api, secret);
  const openBacktestId = await testBack(api, secret, { peopleCompare: true });
  const roundShareId = await shareForVotes(api, secret);
  const suite = await runSuite(api, secret, backtestId);

  const sessionId = randomUUID();
  const turn = { message: `Let us talk about ${secret}.`, aiService: one, sessionId, conversationHistory: [] };
  await post('/api/ai-chat/send', turn, key());

  await runQuery(api, secret);
  await until(async () => {
    const path = `/api/quality-assessments/conversation/${first!.conversationId}`;
    return (await read<unknown[]>(api.fetch('GET', path))).length > 0;
  }, patiently);

  await importCopies(api, url, account);
  await read(api.fetch('GET', '/api/clear'));
  const media = sent.results.flatMap(({ media: made = [] }) => made.map(({ id: mediumId }) => mediumId));
  return { sessionId, media, summaryId: summaryId!, mapId, answerId, backtestId, openBacktestId, roundShareId, suite };
}

/** A saved query, run to its end. */
async function runQuery(api: Api, secret: string): Promise<void> {
  const wanted = { title: `About ${secret}`, content: `What of ${secret}?`, selectedAiServices: [one] };
  const daily = { isScheduled: true, scheduleFrequency: 'daily', scheduleTime: '09:00' };
  const { id } = await read<AnswerOf<typeof createSavedQuery>>(
    api.fetch('POST', '/api/saved-queries', { ...wanted, ...daily }, key()),
  );
  const { executionId } = await read<AnswerOf<typeof executeSavedQuery>>(
    api.fetch('POST', `/api/saved-queries/${id}/execute`, {}, key()),
  );
  await until(async () => {
    const { executions } = await read<SavedQuery>(api.fetch('GET', `/api/saved-queries/${id}`));
    return executions.some((each) => each.id === executionId && each.status === 'completed');
  }, patiently);
}

/** Imports what was exported, under other ids. */
async function importCopies(api: Api, url: string, account: Account): Promise<void> {
  const all = await api.fetch('GET', '/api/export-all?format=json');
  const changed = (await all.text()).replace(
    /[0-9a-f]{8}-[0-9a-f]{4}-7/g,
    (id7) => `${id7.slice(0, 7)}e${id7.slice(8)}`,
  );
  await read(imported(url, account, changed));
}

/** A map of two replies, made to its end. Returns its id. */
async function mapAgreement(api: Api, replies: readonly { messageId: string }[]): Promise<string> {
  const messageIds = replies.slice(0, 2).map(({ messageId }) => messageId);
  const { id } = await read<AnswerOf<typeof createAgreementMap>>(
    api.fetch('POST', '/api/agreement-maps', { messageIds }, { 'idempotency-key': randomUUID() }),
  );
  const path = `/api/agreement-maps/${id}`;
  const isMade = async () =>
    (await read<AnswerOf<typeof getAgreementMap>>(api.fetch('GET', path))).status === 'completed';
  await until(isMade, patiently);
  return id;
}

/** A round that other users may vote on. Returns the id of the share. */
async function shareForVotes(api: Api, secret: string): Promise<string> {
  const sent = { message: `Who likes ${secret}?`, selectedAIs: ['demo-sage', 'demo-brief'], mode: 'selective' };
  const { broadcastId } = await read<AnswerOf<typeof sendMessage>>(
    api.fetch('POST', '/api/send-message', { ...sent, ownComparison: true }, { 'idempotency-key': randomUUID() }),
  );
  return (await read<RoundShare>(api.fetch('POST', `/api/broadcasts/${broadcastId}/shares`, {}))).id;
}

/** One answer from a map, written to its end: of a question to which replies are known to agree. Returns its id. */
async function writeAnswer(api: Api, secret: string): Promise<string> {
  const message = 'Explain optimistic and pessimistic locking, and when to pick each.';
  const selectedAIs = ['demo-sage', 'demo-brief'];
  const sent = { message, selectedAIs, mode: 'selective', ownComparison: true };
  const { results } = await read<AnswerOf<typeof sendMessage>>(
    api.fetch('POST', '/api/send-message', sent, { 'idempotency-key': randomUUID() }),
  );
  const path = `/api/agreement-maps/${await mapAgreement(api, results)}/answers`;
  const wish = { steering: `For a friend of ${secret}` };
  const { id } = await read<AnswerOf<typeof createMergedAnswer>>(
    api.fetch('POST', path, wish, { 'idempotency-key': randomUUID() }),
  );
  const isWritten = async () =>
    (await read<AnswerOf<typeof getMergedAnswer>>(api.fetch('GET', `/api/merged-answers/${id}`))).status !== 'pending';
  await until(isWritten, patiently);
  return id;
}

/** A backtest of the newest rounds, made to its end. Returns its id. */
async function testBack(api: Api, secret: string, options: { peopleCompare?: boolean } = {}): Promise<string> {
  const wanted = {
    candidate: { aiService: 'demo-sage', settings: { systemPrompt: `Think of ${secret}.` } },
    sample: { source: 'newest', count: 3 },
    budget: { usd: null, calls: 9 },
    name: `Of ${secret}`,
    ...options,
  };
  const headers = { 'idempotency-key': randomUUID() };
  const begun = api.fetch('POST', '/api/backtests', wanted, headers);
  const { id } = await read<AnswerOf<typeof createBacktest>>(begun);
  const isDone = async () =>
    (await read<AnswerOf<typeof getBacktest>>(api.fetch('GET', `/api/backtests/${id}`))).status === 'completed';
  await until(isDone, patiently);
  return id;
}

/** A suite of the rounds of a backtest, run to its end. */
async function runSuite(api: Api, secret: string, backtestId: string) {
  const wanted = {
    name: `Suite of ${secret}`,
    candidate: { aiService: 'demo-sage', settings: {} },
    budget: { usd: null, calls: 9 },
    assertions: [{ kind: 'contains', text: secret }],
    backtestId,
  };
  const made = api.fetch('POST', '/api/suites', wanted, { 'idempotency-key': randomUUID() });
  const { id: suite } = await read<AnswerOf<typeof createSuite>>(made);
  const begun = api.fetch('POST', `/api/suites/${suite}/runs`, {});
  const { id: suiteRun } = await read<AnswerOf<typeof beginSuiteRun>>(begun);
  const isDone = async () =>
    (await read<AnswerOf<typeof getSuiteRun>>(api.fetch('GET', `/api/suite-runs/${suiteRun}`))).status === 'completed';
  await until(isDone, patiently);
  return { suite, suiteRun };
}

/** One summary that is kept, and one of texts that are not stored. Returns the ids of what is kept. */
async function summarize(api: Api, replies: readonly { messageId: string }[], secret: string): Promise<string[]> {
  const post = (body: unknown) =>
    read<AnswerOf<typeof summarizeResponses>>(
      api.fetch('POST', '/api/summarize-responses', body, { 'idempotency-key': randomUUID() }),
    );
  const timestamp = new Date().toISOString();
  const responses = [one, other].map((aiService) => ({ aiService, content: `${aiService} on ${secret}`, timestamp }));
  const messageIds = replies.slice(0, 2).map(({ messageId }) => messageId);
  const summaries = [await post({ responses }), await post({ messageIds })];
  return summaries.flatMap(({ kept }) => kept?.id ?? []);
}

const key = () => ({ 'idempotency-key': randomUUID() });
const patiently = { timeoutMs: 60_000 };

async function read<T>(response: Promise<Response>): Promise<T> {
  const answer = await response;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function sendFile(url: string, { cookie }: Account, secret: string): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([`A file about ${secret}.`], { type: 'text/plain' }), `${secret}.txt`);
  form.append('file', new Blob([onePixel]), `${secret}.png`);
  form.set('message', `Read of ${secret}`);
  form.set('selectedAIs', JSON.stringify([one]));
  form.set('mode', 'individual');
  await read(fetch(`${url}/api/send-message-with-file`, { method: 'POST', headers: { cookie }, body: form }));
}

function imported(url: string, { cookie }: Account, file: string): Promise<Response> {
  return fetch(`${url}/api/import`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: file,
  });
}
