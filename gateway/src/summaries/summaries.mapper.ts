import type {
  AiServiceLabel,
  ResponsesSummary,
  Summary,
  ValidBodyOf,
  estimateSummary,
  summarizeResponses,
} from '@polylogue/api-contract';
import {
  RoundSummary as ProtoSummary,
  costSource,
  replyStatus,
  SummarizeRequest,
  summaryKind,
  type EstimateSummaryRequest,
  type SummaryEvent,
} from '@polylogue/proto';
import { dateOf, fromGeneration, fromUsage, whole } from '../messages/from-api.mapper.js';
import { authorOf, toGeneration } from '../messages/generation.mapper.js';
import { toCost, toTokens, toUsage } from '../messages/messages.mapper.js';

type LabelOf = (name: string) => AiServiceLabel;

export function toSummarizeRequest(
  { messageIds = [], kind, instruction, summarizerAI }: ValidBodyOf<typeof summarizeResponses>,
  idempotencyKey: string | undefined,
): SummarizeRequest {
  const aiService = summarizerAI ?? undefined;
  return { messageIds, kind: summaryKind.fromWord(kind), instruction, aiService, idempotencyKey };
}

export const toEstimateRequest = ({
  kind,
  summarizerAI,
  ...named
}: ValidBodyOf<typeof estimateSummary>): EstimateSummaryRequest => ({
  ...named,
  kind: summaryKind.fromWord(kind),
  aiService: summarizerAI ?? undefined,
});

export function toSummary(summary: ProtoSummary, labelOf: LabelOf): Summary {
  const label = labelOf(summary.aiService);
  return {
    id: summary.id,
    broadcastId: summary.broadcastId,
    messageIds: summary.messageIds,
    replyServices: summary.replyServices,
    kind: summaryKind.toWord(summary.kind),
    instruction: summary.instruction,
    aiService: authorOf(undefined, summary.generation, label, labelOf) ?? label,
    content: summary.content,
    status: replyStatus.toWord(summary.status),
    error: summary.error,
    errorCode: summary.errorCode,
    responseTime: summary.responseTimeMs,
    firstTokenTime: summary.firstTokenMs,
    tokens: toTokens(summary.usage),
    usage: toUsage(summary.usage),
    cost: toCost(summary.cost),
    stopReason: summary.stopReason,
    generation: toGeneration(summary.generation),
    timestamp: (summary.createdAt ?? new Date(0)).toISOString(),
  };
}

/** As `POST /api/summarize-responses` answers. */
export function toResponsesSummary(summary: ProtoSummary, labelOf: LabelOf): ResponsesSummary {
  const kept = toSummary(summary, labelOf);
  return { summary: kept.content, summarizerAI: kept.aiService.displayName, kept };
}

/** A summary's event as the browser reads it; undefined for a kind this version does not know. */
export function toSummaryStreamEvent({ event }: SummaryEvent, labelOf: LabelOf) {
  switch (event?.$case) {
    case 'accepted':
      return { event: 'accepted', data: toSummary(event.accepted, labelOf) };
    case 'delta':
      return { event: 'delta', data: { text: event.delta.text } };
    case 'done':
      return { event: 'done', data: toResponsesSummary(event.done, labelOf) };
    default:
      return undefined;
  }
}

/** A summary of an export, as conversation takes it in. */
export function fromSummary({ kind, status, cost, usage, ...summary }: Summary): ProtoSummary {
  const { id, broadcastId, messageIds, replyServices, instruction, content, error, errorCode, stopReason } = summary;
  return ProtoSummary.fromPartial({
    id,
    broadcastId,
    messageIds,
    replyServices,
    instruction,
    content,
    error,
    errorCode,
    stopReason,
    kind: summaryKind.fromWord(kind),
    aiService: summary.aiService.name,
    status: replyStatus.fromWord(status),
    responseTimeMs: whole(summary.responseTime),
    firstTokenMs: whole(summary.firstTokenTime),
    usage: fromUsage(usage),
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
    generation: fromGeneration(summary.generation),
    createdAt: dateOf(summary.timestamp),
  });
}
