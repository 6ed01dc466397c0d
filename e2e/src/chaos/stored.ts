import type {
  AiChatSession,
  Conversation,
  Judging,
  Notice,
  QualityAssessment,
  SavedQuery,
  SavedQueryDetails,
} from '@polylogue/api-contract';
import pg from 'pg';
import type { Account } from '../account.js';
import { markersIn } from './markers.rules.js';
import type { Done, Stored, StoredMessage, StoredRun, StoredText, StoredVerdict } from './oracle.rules.js';

/** Where the oracle reads what is stored: as the users do, and events in the database. */
export interface Store {
  url: string;
  databaseUrl: string;
  accounts: readonly Account[];
}

/** Reads all that is stored of these deeds, and all events. */
export async function readStored(store: Store, done: readonly Done[]): Promise<Stored> {
  const users = await inTurn([...new Set(done.map(({ user }) => user))], (user) => readUser(store, user, done));
  const judgings = done.filter(({ judgedAs }) => judgedAs !== undefined);
  const judged = await inTurn(judgings, (deed) =>
    readJudging(
      store,
      deed,
      users.flatMap(({ messages }) => messages),
    ),
  );
  return {
    messages: users.flatMap(({ messages }) => messages),
    turns: users.flatMap(({ turns }) => turns),
    runs: users.flatMap(({ runs }) => runs),
    notices: users.flatMap(({ notices }) => notices),
    imported: users.flatMap(({ imported }) => imported),
    verdicts: judged.flatMap(({ verdicts }) => verdicts),
    judgings: judged.map(({ judging }) => judging),
    ...(await readEvents(store.databaseUrl)),
  };
}

async function inTurn<In, Out>(all: readonly In[], work: (one: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}

/** A faulty answer is thrown: there are no faults any more when the oracle reads. Missing is missing. */
async function read<T>({ url, accounts }: Store, user: number, path: string): Promise<T | undefined> {
  const headers = { cookie: accounts[user]!.cookie };
  const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(20_000) });
  const text = await answer.text();
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}

async function readUser(store: Store, user: number, done: readonly Done[]) {
  const own = done.filter((deed) => deed.user === user);
  const conversations = (await read<Conversation[]>(store, user, '/api/conversations?includeAll=true')) ?? [];
  // An import gives what it takes ids of its own.
  const imports = new Set(own.map(({ imported }) => imported?.title));
  const turns = await inTurn(
    own.filter(({ kind }) => kind === 'chat'),
    ({ marker }) => readTurns(store, user, marker),
  );
  const { notices = [] } = (await read<{ notices: Notice[] }>(store, user, '/api/notices?limit=100')) ?? {};
  return {
    messages: conversations.filter(({ title }) => !imports.has(title)).flatMap(messagesOf),
    turns: turns.flat(),
    runs: await readRuns(store, user, own),
    notices: notices.map(({ title, lines }) => ({ user, title, lines })),
    imported: conversations
      .filter(({ title }) => imports.has(title))
      .map(({ title, messages }) => ({ title, messages: messages.length })),
  };
}

function messagesOf({ id, aiService, messages }: Conversation): StoredMessage[] {
  const found: StoredMessage[] = [];
  for (const { id: messageId, role, content, status } of messages) {
    if (role === 'assistant') found.at(-1)?.replies.push({ id: messageId, status, text: content });
    else
      found.push({
        marker: markersIn(content, 'message')[0] ?? '',
        aiService: aiService.name,
        conversationId: id,
        replies: [],
      });
  }
  return found;
}

async function readTurns(store: Store, user: number, sessionId: string): Promise<StoredText[]> {
  const session = await read<AiChatSession>(store, user, `/api/ai-chat/sessions/${sessionId}`);
  return (session?.turns ?? []).map(({ aiService, status, content, message }) => {
    return { marker: markersIn(message, 'message')[0] ?? '', aiService: aiService.name, status, text: content };
  });
}

/** By title: what was saved twice would be found, too. */
async function readRuns(store: Store, user: number, own: readonly Done[]): Promise<StoredRun[]> {
  const wanted = new Set(own.filter(({ kind }) => kind === 'run' || kind === 'schedule').map(({ marker }) => marker));
  if (wanted.size === 0) return [];
  const queries = (await read<SavedQuery[]>(store, user, '/api/saved-queries')) ?? [];
  const details = await inTurn(
    queries.filter(({ title }) => wanted.has(title)),
    ({ id }) => read<SavedQueryDetails>(store, user, `/api/saved-queries/${id}`),
  );
  return details.flatMap((query) => (query?.executions ?? []).map((execution) => runOf(query!.title, execution)));
}

function runOf(marker: string, execution: SavedQueryDetails['executions'][number]): StoredRun {
  const { triggerType: trigger, status, executedAt, results } = execution;
  const texts = results.map(({ aiService, response, error }) => {
    return { marker, aiService: aiService.name, status: error === undefined ? 'completed' : 'failed', text: response };
  });
  return { marker, trigger, status, startedAt: Date.parse(executedAt), results: texts };
}

async function readJudging(store: Store, { user, judgedAs, marker }: Done, messages: readonly StoredMessage[]) {
  const broadcastId = judgedAs!;
  const judging = await read<Judging>(store, user, `/api/quality-assessments/broadcast/${broadcastId}`);
  const own = messages.filter((message) => message.marker === marker);
  const lists = await inTurn(own, ({ conversationId }) =>
    read<QualityAssessment[]>(store, user, `/api/quality-assessments/conversation/${conversationId}`),
  );
  const verdicts = lists
    .flatMap((list) => list ?? [])
    .map(({ messageId, assessorServiceId }): StoredVerdict => ({
      broadcastId,
      messageId,
      assessor: assessorServiceId,
    }));
  return { judging: { broadcastId, state: judging?.state ?? 'missing' }, verdicts };
}

const schemas = ['conversation', 'ai_dispatch', 'quality', 'scheduler', 'admin', 'gateway'];

/** What admin counts of what conversation published: a handler that worked twice would count twice. */
const effects = {
  'messages sent': [
    `SELECT count(*) AS n FROM conversation.outbox WHERE subject = 'conversation.message_sent.v1'`,
    `SELECT count(*) AS n FROM admin.activities WHERE activity_type = 'message_sent'`,
  ],
  'messages in the totals of users': [
    `SELECT count(*) AS n FROM conversation.outbox WHERE subject = 'conversation.message_sent.v1'`,
    `SELECT coalesce(sum(messages), 0) AS n FROM admin.user_totals`,
  ],
  'broadcasts completed': [
    `SELECT count(*) AS n FROM conversation.outbox WHERE subject = 'conversation.broadcast_completed.v1'`,
    `SELECT count(*) AS n FROM admin.activities WHERE activity_type = 'conversation_completed'`,
  ],
  'replies ended': [
    `SELECT coalesce(sum(jsonb_array_length(payload->'replies')), 0) AS n FROM conversation.outbox
     WHERE subject = 'conversation.reply_stored.v2'`,
    `SELECT coalesce(sum((details->>'totalResponses')::int + (details->>'totalErrors')::int), 0) AS n
     FROM admin.activities WHERE activity_type = 'ai_response_received'`,
  ],
} as const;

async function readEvents(databaseUrl: string): Promise<Pick<Stored, 'events' | 'stuckEvents'>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const count = async (sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]!.n);
    const events = await inTurn(Object.entries(effects), async ([name, [published, inEffect]]) => {
      return { name, published: await count(published), inEffect: await count(inEffect) };
    });
    // The letter of a job is a notice to operators: its work stands in PostgreSQL, is begun again, and is looked at as such.
    const stuck = await inTurn(schemas, async (schema) => {
      const waiting = await client.query<{ what: string }>(
        `SELECT 'unsent in ${schema}: ' || subject AS what FROM ${schema}.outbox WHERE sent_at IS NULL
         UNION ALL SELECT 'dead letter of ' || consumer || ': ' || left(error, 200) FROM ${schema}.dead_letters
           WHERE subject NOT LIKE 'job %'`,
      );
      return waiting.rows.map(({ what }) => what);
    });
    return { events, stuckEvents: stuck.flat() };
  } finally {
    await client.end();
  }
}
