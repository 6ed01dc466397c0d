import type { LiveEvent } from '@polylogue/api-contract';
import type { EventOf } from '@polylogue/proto';
import { toStatus } from '../ai-services/ai-services.mapper.js';

export function toServiceHint({ name, status }: EventOf<'ai_dispatch.service_status_changed.v1'>): LiveEvent {
  return { event: 'service', data: { name, status: toStatus(status) } };
}

/** Pages that show the catalog read it again; the hint only names the service. */
export function toCatalogHint({ names }: EventOf<'ai_dispatch.catalog_changed.v1'>): LiveEvent {
  return { event: 'service', data: { name: names[0] ?? '', status: 'unknown', changed: true } };
}

export function toBroadcastHint(stored: EventOf<'conversation.reply_stored.v1'>): LiveEvent {
  const { broadcastId, conversationId, messageId, aiService } = stored;
  return { event: 'broadcast', data: { broadcastId, conversationId, messageId, aiService } };
}

/** One hint per reply: pages read again the conversation that it names. */
export function toBroadcastHints({
  broadcastId,
  replies,
}: Pick<EventOf<'conversation.reply_stored.v2'>, 'broadcastId' | 'replies'>): LiveEvent[] {
  return replies.map(({ conversationId, messageId, aiService }) => {
    return { event: 'broadcast', data: { broadcastId, conversationId, messageId, aiService } };
  });
}

export function toExecutionHint(
  { executionId, savedQueryId }: { executionId: number; savedQueryId: number },
  isFinished: boolean,
): LiveEvent {
  return { event: 'execution', data: { executionId, savedQueryId, isFinished } };
}

export function toJudgingHint({ broadcastId, done, total }: EventOf<'quality.assessment_recorded.v1'>): LiveEvent {
  return { event: 'judging', data: { broadcastId, done, total } };
}

/** The last event of a stream that is closed; undefined when the page should simply connect again. */
export function toSessionHint(code: string): LiveEvent | undefined {
  if (code === 'signed_out' || code === 'account_blocked') return { event: 'session', data: { reason: 'signed_out' } };
  if (code === 'shutting_down' || code === 'reader_gone') return undefined;
  return accessChanged;
}

export const accessChanged: LiveEvent = { event: 'session', data: { reason: 'access_changed' } };
