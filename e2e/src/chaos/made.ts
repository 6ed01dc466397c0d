import { setTimeout as pause } from 'node:timers/promises';
import type { AgreementMap, MergedAnswer, ResponsesSummary, SendAnswer } from '@polylogue/api-contract';
import { key, type Stage } from './stage.js';

const lookEveryMs = 500;

const completedOf = ({ results }: SendAnswer) => results.filter(({ success }) => success);

/** One service sums up what several replied, where several did. */
export async function summarize({ action, client, journal }: Stage<'message'>, answer: SendAnswer): Promise<void> {
  const replies = completedOf(answer);
  if (replies.length < 2) return;
  const marker = `${action.marker}-summary`;
  const [{ aiService }] = replies as [SendAnswer['results'][number]];
  const entry = journal.begin({ kind: 'summary', marker, user: action.user, aiServices: [aiService] });
  entry.madeOf(answer.broadcastId);
  const messageIds = replies.map(({ messageId }) => messageId);
  const body = { messageIds, kind: 'instruction', instruction: `${marker}: sum it up.`, summarizerAI: aiService };
  const path = '/api/summarize-responses';
  const { kept } = await client.stream<ResponsesSummary>(path, body, key()['idempotency-key'], () => {});
  if (kept) entry.reportedSummary(kept);
  entry.acknowledged();
}

/** A map of what several replied, and one answer that is written from it. */
export async function mapReplies({ action, client, journal }: Stage<'message'>, answer: SendAnswer): Promise<void> {
  const replies = completedOf(answer);
  if (replies.length < 2) return;
  const [{ aiService }] = replies as [SendAnswer['results'][number]];
  const begin = (kind: 'map' | 'answer') => {
    const marker = `${action.marker}-${kind}`;
    const entry = journal.begin({ kind, marker, user: action.user, aiServices: [aiService] });
    entry.madeOf(answer.broadcastId);
    return entry;
  };
  const mapping = begin('map');
  const body = { messageIds: replies.map(({ messageId }) => messageId), extractorAI: aiService };
  const { id } = await client.json<AgreementMap>('POST', '/api/agreement-maps', body, key());
  mapping.made({ id });
  mapping.acknowledged();
  let map = await client.json<AgreementMap>('GET', `/api/agreement-maps/${id}`);
  while (map.status === 'pending' && !client.isOver) {
    await pause(lookEveryMs);
    map = await client.json<AgreementMap>('GET', `/api/agreement-maps/${id}`);
  }
  if (map.status !== 'completed') return;
  const writing = begin('answer');
  const path = `/api/agreement-maps/${id}/answers`;
  writing.made(await client.json<MergedAnswer>('POST', path, { writerAI: aiService }, key()));
  writing.acknowledged();
}
