import { randomUUID } from 'node:crypto';
import type { AiChatAnswer, SavedQuery, SendAnswer } from '@polylogue/api-contract';
import { exportAll } from './export-all.js';
import { isAnswered404, type Client } from './client.js';
import type { JournalEntry } from './journal.js';
import { leave } from './leave.js';
import { mapReplies, summarize } from './made.js';
import type { Action } from './plan.rules.js';
import { nextMinute, timesOf } from './slots.rules.js';
import { key, queryOf, type Stage } from './stage.js';
import { runByWebhook } from './webhook.js';

/** Does what an action says, and notes what its user was answered. */
export async function act(stage: Stage<Action['kind']>): Promise<void> {
  const { action, client, journal } = stage;
  try {
    await deeds[action.kind](stage as never);
  } catch (error) {
    // What was not answered in time stands in the journal as it is.
    if (!client.isOver) journal.refused.push({ marker: action.marker, because: String(error) });
  }
}

const deeds: { [Kind in Action['kind']]: (stage: Stage<Kind>) => Promise<void> } = {
  message: send,
  chat,
  run,
  schedule,
  webhook: runByWebhook,
  import: importRounds,
  export: exportAll,
  leave,
};

async function send(stage: Stage<'message'>): Promise<void> {
  const { action, client, journal } = stage;
  const { marker, aiServices, user, then } = action;
  const entry = journal.begin({ kind: 'message', marker, user, aiServices });
  const answer = await ask(stage, entry);
  if (!answer) return;
  const [first] = answer.results;
  if (then === 'delete') await remove(client, entry, first!.conversationId);
  if (then === 'judge') {
    await client.json('POST', '/api/quality-assessments/run', { broadcastId: answer.broadcastId });
    entry.judgedAs(answer.broadcastId);
  }
  if (then === 'continue') await goOn(stage, answer);
  if (then === 'summarize') await summarize(stage, answer);
  if (then === 'map') await mapReplies(stage, answer);
}

/** Undefined when it was sent again after a cut, and its only conversation was deleted meanwhile: nothing is left to answer. */
async function ask({ action, client }: Stage<'message'>, entry: JournalEntry): Promise<SendAnswer | undefined> {
  const { marker, aiServices, isStreamed, then } = action;
  const message = `${marker}: what do you make of it?`;
  const body = { message, selectedAIs: aiServices, mode: 'selective', ownComparison: true };
  const deleting: Promise<void>[] = [];
  const accepted = (targets: { conversationId: string }[]) => {
    entry.acknowledged();
    if (then !== 'delete early' || deleting.length > 0) return;
    deleting.push(remove(client, entry, targets[0]!.conversationId));
    // It is waited for below, unless the message itself fails.
    deleting[0]!.catch(() => undefined);
  };
  const idempotencyKey = key();
  const path = '/api/send-message';
  try {
    const answer = isStreamed
      ? await client.stream<SendAnswer>(path, body, idempotencyKey['idempotency-key'], (event, data) => {
          if (event === 'accepted') accepted((data as { targets: { conversationId: string }[] }).targets);
        })
      : await client.json<SendAnswer>('POST', path, body, idempotencyKey);
    accepted(answer.results);
    entry.reported(answer);
    await Promise.all(deleting);
    return answer;
  } catch (error) {
    const isGone = deleting.length === aiServices.length && isAnswered404(error);
    if (!isGone) throw error;
    await Promise.all(deleting);
    return undefined;
  }
}

async function goOn({ action, client, journal }: Stage<'message'>, { results }: SendAnswer): Promise<void> {
  const [{ conversationId, aiService }] = results as [SendAnswer['results'][number]];
  const marker = `${action.marker}-again`;
  const entry = journal.begin({ kind: 'message', marker, user: action.user, aiServices: [aiService] });
  const body = { conversationId, selectedAIs: [aiService], newMessage: `${marker}: and further?` };
  entry.reported(await client.json<SendAnswer>('POST', '/api/continue-conversation', body, key()));
  entry.acknowledged();
}

async function remove(client: Client, entry: JournalEntry, conversationId: string): Promise<void> {
  entry.deletes(conversationId);
  try {
    await client.json('DELETE', `/api/conversations/${conversationId}`);
  } catch (error) {
    // An earlier try did it, though its answer was lost.
    if (!isAnswered404(error)) throw error;
  }
  entry.deleted(conversationId);
}

async function chat({ action, client, journal }: Stage<'chat'>): Promise<void> {
  const { marker, aiService, user } = action;
  const entry = journal.begin({ kind: 'chat', marker, user, aiServices: [aiService] });
  const body = { message: `${marker}: go on.`, aiService, sessionId: marker, conversationHistory: [] };
  const answer = await client.json<AiChatAnswer>('POST', '/api/ai-chat/send', body, key());
  entry.acknowledged();
  entry.reportedTurn(aiService, answer);
}

async function run({ action, client, journal }: Stage<'run'>): Promise<void> {
  const { marker, aiServices, user } = action;
  const entry = journal.begin({ kind: 'run', marker, user, aiServices });
  const { id } = await client.json<SavedQuery>('POST', '/api/saved-queries', queryOf(action), key());
  await client.json('POST', `/api/saved-queries/${id}/execute`, {}, key());
  entry.acknowledged();
}

async function schedule({ action, client, journal }: Stage<'schedule'>): Promise<void> {
  const { marker, aiServices, user } = action;
  const entry = journal.begin({ kind: 'schedule', marker, user, aiServices });
  const slot = nextMinute(new Date());
  entry.asksForSlot(slot);
  const body = { ...queryOf(action), ...timesOf(slot) };
  const { nextRunAt } = await client.json<SavedQuery>('POST', '/api/saved-queries', body, key());
  entry.slotAt(nextRunAt);
  entry.acknowledged();
}

async function importRounds({ action, client, journal }: Stage<'import'>): Promise<void> {
  const { marker, rounds, user } = action;
  const entry = journal.begin({ kind: 'import', marker, user, aiServices: [] });
  const conversation = importedConversation(`Imported ${marker}`, rounds);
  entry.imports(conversation.title, conversation.messages.length);
  const file = { schemaVersion: 1, exportedAt: new Date().toISOString(), conversations: [conversation] };
  await client.json('POST', '/api/import', file);
  entry.acknowledged();
}

function importedConversation(title: string, rounds: number) {
  const timestamp = '2026-01-01T12:00:00.000Z';
  const aiService = { name: 'alpha', displayName: 'Service alpha', color: '#097C56' };
  const messages = Array.from({ length: rounds }, (_, index) => {
    const shared = { timestamp, status: 'completed', broadcastId: randomUUID() };
    return [
      { id: randomUUID(), role: 'user', content: `Question ${index}`, ...shared },
      { id: randomUUID(), role: 'assistant', content: `Answer ${index}`, ...shared },
    ];
  }).flat();
  return { id: randomUUID(), aiService, title, createdAt: timestamp, updatedAt: timestamp, messages };
}
