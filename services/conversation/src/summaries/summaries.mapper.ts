import {
  costSource,
  replyStatus,
  summaryKind,
  type EstimateSummaryRequest,
  type RoundSummary,
  type SummarizeRequest,
  type SummaryEvent,
} from '@polylogue/proto';
import type { TextEvent } from '../texts/text.entity.js';
import { invalidSummary } from './summaries.errors.js';
import type { Summary, SummaryInput, SummaryToEstimate } from './summary.entity.js';

export function fromSummarize({ kind, ...request }: SummarizeRequest): SummaryInput {
  const { messageIds, instruction, aiService, idempotencyKey } = request;
  return { messageIds: idsOf(messageIds), kind: kindOf(kind), instruction, aiService, idempotencyKey };
}

export const fromEstimate = ({ messageIds, kind, ...request }: EstimateSummaryRequest): SummaryToEstimate => ({
  ...request,
  messageIds: idsOf(messageIds),
  kind: kindOf(kind),
});

const idsOf = (messageIds: readonly string[]) => messageIds.map((id) => id.toLowerCase());

function kindOf(kind: SummarizeRequest['kind']): SummaryInput['kind'] {
  try {
    return summaryKind.toWord(kind);
  } catch {
    throw invalidSummary([{ path: 'kind', message: 'The kind must be compare, merge or instruction.' }]);
  }
}

export function toSummaryEvent(event: TextEvent<Summary>): SummaryEvent {
  return event.kind === 'delta'
    ? { event: { $case: 'delta', delta: { text: event.text } } }
    : { event: { $case: 'done', done: toRoundSummary(event.item) } };
}

export function toRoundSummary({ end, kind, messageIds, replyServices, ...summary }: Summary): RoundSummary {
  const { status = summary.content === '' ? 'pending' : 'streaming', cost, responseTimeMs, firstTokenMs } = end ?? {};
  return {
    id: summary.id,
    broadcastId: summary.broadcastId,
    messageIds: [...messageIds],
    replyServices: [...replyServices],
    kind: summaryKind.fromWord(kind),
    instruction: summary.instruction,
    aiService: summary.aiService,
    content: summary.content,
    createdAt: summary.createdAt,
    status: replyStatus.fromWord(status),
    error: end?.error,
    errorCode: end?.errorCode,
    responseTimeMs: whole(responseTimeMs),
    firstTokenMs: whole(firstTokenMs),
    usage: end?.usage,
    stopReason: end?.stopReason,
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
    generation: end?.generation,
  };
}

const whole = (milliseconds: number | undefined) => (milliseconds === undefined ? undefined : Math.round(milliseconds));
