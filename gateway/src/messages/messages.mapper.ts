import {
  getMedia,
  pathOf,
  type AnswerSettings,
  type BroadcastStreamEvent,
  type Media,
  type Mode,
  type SendAnswer,
  type SendResult,
} from '@polylogue/api-contract';
import { fromAnswerSettings } from '../answer-presets/answer-presets.mapper.js';
import { toGeneration } from './generation.mapper.js';
import {
  costSource,
  mode,
  replyStatus,
  type BroadcastDone,
  type BroadcastEvent,
  type Cost,
  type Media as ProtoMedia,
  type Reply,
  type SendMessageRequest,
  type Usage,
} from '@polylogue/proto';

export function toSendMessageRequest(
  body: {
    message: string;
    selectedAIs: string[];
    mode: Mode;
    ownComparison?: boolean | undefined;
    queued?: boolean | undefined;
    blind?: boolean | undefined;
    settings?: AnswerSettings | undefined;
  },
  idempotencyKey: string | undefined,
): SendMessageRequest {
  return {
    message: body.message,
    aiServices: body.selectedAIs,
    mode: mode.fromWord(body.mode),
    idempotencyKey,
    queued: body.queued || undefined,
    ownComparison: body.ownComparison ? { history: [] } : undefined,
    isBlind: body.blind || undefined,
    comparisonSettings: body.settings && fromAnswerSettings(body.settings),
  };
}

/** A broadcast's event as the browser reads it; undefined for a kind this version does not know. */
export function toStreamEvent({ id, event }: BroadcastEvent): BroadcastStreamEvent | undefined {
  switch (event?.$case) {
    case 'accepted': {
      const { broadcastId, targets } = event.accepted;
      return { id: String(id), event: 'accepted', data: { broadcastId, targets: targets.map(toTarget) } };
    }
    case 'delta': {
      const { aiService, messageId, text } = event.delta;
      return { id: String(id), event: 'delta', data: { aiService, messageId, text } };
    }
    // Not stored, so without an id: the browser goes on counting from the last one.
    case 'progress':
      return { id: '', event: 'progress', data: event.progress };
    case 'reply':
      return { id: String(id), event: 'reply', data: toSendResult(event.reply) };
    case 'done':
      return { id: String(id), event: 'done', data: toSendAnswer(event.done) };
    default:
      return undefined;
  }
}

export function toSendAnswer({ broadcastId, replies }: BroadcastDone): SendAnswer {
  return { broadcastId, results: replies.map(toSendResult) };
}

export function toSendResult(reply: Reply): SendResult {
  const status = toEndedStatus(reply);
  return {
    aiService: reply.aiService,
    success: status === 'completed',
    status,
    conversationId: reply.conversationId,
    messageId: reply.messageId,
    content: reply.content,
    media: toMedia(reply.media),
    error: reply.error,
    errorCode: reply.errorCode,
    responseTime: reply.responseTimeMs,
    firstTokenTime: reply.firstTokenMs,
    tokens: toTokens(reply.usage),
    usage: toUsage(reply.usage),
    cost: toCost(reply.cost),
    stopReason: reply.stopReason,
    generation: toGeneration(reply.generation),
  };
}

/** Absent where there is none, as everything else that most replies do not have. */
export function toMedia(media: readonly ProtoMedia[]): Media[] | undefined {
  if (media.length === 0) return undefined;
  return media.map(({ id, type, name }) => ({ id, type, url: pathOf(getMedia.path, { id }), name }));
}

export function toUsage(usage: Usage | undefined) {
  if (!usage) return undefined;
  const { inputTokens = null, outputTokens = null, totalTokens = null } = usage;
  const { cachedInputTokens: cached, reasoningTokens: reasoning } = usage;
  return { input: inputTokens, output: outputTokens, total: totalTokens, cached, reasoning };
}

/** What the panel's footer counts: the tokens of the reply itself. Unknown stays unknown. */
export function toTokens(usage: Usage | undefined): number | undefined {
  return usage?.outputTokens;
}

export function toCost(cost: Cost | undefined) {
  if (!cost) return undefined;
  return { amount: cost.amount, currency: cost.currency, source: costSource.toWord(cost.source) };
}

function toTarget({
  aiService,
  conversationId,
  messageId,
}: {
  aiService: string;
  conversationId: string;
  messageId: string;
}) {
  return { aiService, conversationId, messageId };
}

function toEndedStatus(reply: Reply): SendResult['status'] {
  const word = replyStatus.toWord(reply.status);
  if (word === 'pending' || word === 'streaming') throw new RangeError(`The reply ${reply.messageId} has not ended.`);
  return word;
}
