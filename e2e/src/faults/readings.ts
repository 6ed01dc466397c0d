import { randomUUID } from 'node:crypto';
import type {
  AgreementMap,
  AiChatAnswer,
  AiChatSession,
  AiService,
  AnswerOf,
  createSavedQuery,
  executeSavedQuery,
  Judging,
  QualityAssessment,
  SavedQueryDetails,
  Summary,
} from '@polylogue/api-contract';
import type { EntryPoint, Seen, Stage } from './entry-point.js';
import { of, send } from './replies.js';

/** The ways to a provider that lead to something else than a reply in a conversation. */
export const otherEntryPoints = {
  chat: { title: 'AI chat', play: chat },
  summary: { title: 'summary', play: summarize },
  agreement: { title: 'agreement map', play: mapAgreement },
  judging: { title: 'judging', needsReply: true, play: judge },
  query: { title: 'saved query', play: runQuery },
  probe: { title: 'Retry Connection', play: probe },
} satisfies Record<string, EntryPoint>;

async function chat({ user, faulty, breakIt }: Stage): Promise<Seen> {
  await breakIt();
  const sessionId = randomUUID();
  const body = { message: 'What do you make of it?', aiService: faulty, sessionId };
  const answer = await user.call<AiChatAnswer>('POST', '/api/ai-chat/send', body);
  const { turns } = await user.must<AiChatSession>('GET', `/api/ai-chat/sessions/${sessionId}`);
  const [turn] = turns;
  return {
    status: answer.status,
    sentence: answer.body.error,
    text: answer.body.response ?? '',
    state: turn?.status ?? 'missing',
    storedSentence: turn?.error,
    storedText: turn?.content ?? '',
  };
}

/** Two healthy replies, to be read by another service. */
async function twoReplies(stage: Stage) {
  const rounds = [await send(stage, [stage.well]), await send(stage, [stage.well])];
  const messageIds = rounds.map(({ body }) => of(stage.well, body.results)[0].messageId);
  return { messageIds, broadcastId: rounds[1]!.body.broadcastId };
}

async function summarize(stage: Stage): Promise<Seen> {
  const { user, faulty } = stage;
  const { messageIds, broadcastId } = await twoReplies(stage);
  await stage.breakIt();
  const body = { messageIds, summarizerAI: faulty };
  const answer = await user.call<{ summary?: string; error?: string }>('POST', '/api/summarize-responses', body);
  const [kept] = await user.must<Summary[]>('GET', `/api/broadcasts/${broadcastId}/summaries`);
  return {
    status: answer.status,
    sentence: answer.body.error ?? kept?.error,
    text: answer.body.summary ?? '',
    state: kept?.status ?? 'missing',
    storedSentence: kept?.error,
    storedText: kept?.content ?? '',
  };
}

async function mapAgreement(stage: Stage): Promise<Seen> {
  const { user, faulty } = stage;
  const { messageIds } = await twoReplies(stage);
  await stage.breakIt();
  const asked = await user.call<AgreementMap>('POST', '/api/agreement-maps', { messageIds, extractorAI: faulty });
  const map = await stage.untilEnded(async () => {
    const found = await user.must<AgreementMap>('GET', `/api/agreement-maps/${asked.body.id}`);
    return found.status === 'pending' ? undefined : found;
  });
  const text = map.claims.map((claim) => claim.text).join('\n');
  return { status: asked.status, sentence: map.error, text, state: map.status, storedText: text };
}

async function judge(stage: Stage): Promise<Seen> {
  const { user, faulty, well } = stage;
  const { body } = await send(stage);
  const { broadcastId } = body;
  const [[judged], [besideJudged]] = [of(well, body.results), of(faulty, body.results)];
  await stage.breakIt();
  const asked = await user.call<Judging>('POST', '/api/quality-assessments/run', { broadcastId });
  await stage.untilEnded(async () => {
    const { state } = await user.must<Judging>('GET', `/api/quality-assessments/broadcast/${broadcastId}`);
    return state === 'done' || state === 'skipped' ? state : undefined;
  });
  const verdictOn = async (conversationId: string) => {
    const path = `/api/quality-assessments/conversation/${conversationId}`;
    return (await user.must<QualityAssessment[]>('GET', path))[0];
  };
  const verdict = await verdictOn(judged.conversationId);
  const beside = await verdictOn(besideJudged.conversationId);
  const text = verdict?.status === 'failed' ? '' : (verdict?.analysis ?? '');
  return {
    status: asked.status,
    sentence: verdict?.status === 'failed' ? verdict.error : undefined,
    text,
    state: verdict?.status ?? 'missing',
    storedText: text,
    beside: beside?.status ?? 'missing',
  };
}

async function runQuery(stage: Stage): Promise<Seen> {
  const { user, faulty, well } = stage;
  await stage.breakIt();
  const wanted = { title: faulty, content: 'What do you make of it?', selectedAiServices: [faulty, well] };
  const { id } = await user.must<AnswerOf<typeof createSavedQuery>>('POST', '/api/saved-queries', wanted);
  const asked = await user.call<AnswerOf<typeof executeSavedQuery>>('POST', `/api/saved-queries/${id}/execute`, {});
  const run = await stage.untilEnded(async () => {
    const { executions } = await user.must<SavedQueryDetails>('GET', `/api/saved-queries/${id}`);
    return executions.find(({ status }) => status === 'completed' || status === 'failed');
  });
  const resultOf = (service: string) => run.results.find(({ aiService }) => aiService.name === service);
  const result = resultOf(faulty);
  const text = result?.response ?? '';
  const stateOf = (found: typeof result) => (!found ? 'missing' : found.error === undefined ? 'completed' : 'failed');
  return {
    status: asked.status,
    sentence: result?.error,
    text,
    state: stateOf(result),
    storedText: text,
    beside: stateOf(resultOf(well)),
  };
}

async function probe({ user, faulty, breakIt }: Stage): Promise<Seen> {
  await breakIt();
  const answer = await user.call<AiService>('POST', `/api/ai-services/${faulty}/retry`);
  const listed = (await user.must<AiService[]>('GET', '/api/ai-services')).find(({ name }) => name === faulty);
  const state = listed?.status ?? 'missing';
  return {
    status: answer.status,
    text: '',
    state: state === answer.body.status ? state : `${answer.body.status}, listed as ${state}`,
    storedText: '',
  };
}
