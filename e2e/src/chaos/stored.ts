import type {
  AiChatSession,
  Conversation,
  Judging,
  Notice,
  QualityAssessment,
  SavedQuery,
  SavedQueryDetails,
} from '@polylogue/api-contract';
import { readEvents } from './effects.js';
import { readMade } from './made-things.js';
import { inTurn, read, type Store } from './store.js';
import { markersIn } from './markers.rules.js';
import type { Done, Stored, StoredMessage, StoredRun, StoredText, StoredVerdict } from './evidence.js';
import { readDeliveries } from './deliveries.js';

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
    summaries: users.flatMap(({ summaries }) => summaries),
    maps: users.flatMap(({ maps }) => maps),
    answers: users.flatMap(({ answers }) => answers),
    runs: users.flatMap(({ runs }) => runs),
    notices: users.flatMap(({ notices }) => notices),
    ...readDeliveries(store.receiver.posts),
    left: [],
    imported: users.flatMap(({ imported }) => imported),
    verdicts: judged.flatMap(({ verdicts }) => verdicts),
    judgings: judged.map(({ judging }) => judging),
    ...(await readEvents(store.databaseUrl)),
  };
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
    ...(await readMade(store, user, own)),
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

const ofQueries: ReadonlySet<Done['kind']> = new Set(['run', 'schedule', 'webhook']);

/** By title: what was saved twice would be found, too. */
async function readRuns(store: Store, user: number, own: readonly Done[]): Promise<StoredRun[]> {
  const wanted = new Set(own.filter(({ kind }) => ofQueries.has(kind)).map(({ marker }) => marker));
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
