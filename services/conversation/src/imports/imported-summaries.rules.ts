import { aiServiceNameShape, costSource, summaryKind, type RoundSummary, isUuid } from '@polylogue/proto';
import { importedId, timeOf } from './imported-id.rules.js';
import { badImport } from './imports.errors.js';
import { clean, maxContentLength, statusOf, toImportedGeneration, withoutNul } from './imports.rules.js';

const maxReplies = 100;

export type ImportedSummary = ReturnType<typeof toImportedSummary>;

/** A summary as the row it becomes; which replies it is about is filled in when all of them are there. */
export function toImportedSummary(userId: string, summary: RoundSummary) {
  const { id, broadcastId, aiService, content, createdAt, replyServices, usage, cost } = summary;
  const areNamed = [aiService, ...replyServices].every((name) => aiServiceNameShape.test(name));
  const isSound = isUuid(id) && isUuid(broadcastId) && areNamed && createdAt && content.length <= maxContentLength;
  if (!isSound || replyServices.length > maxReplies)
    throw badImport('A summary in the file has no valid id, round, AI service or time, or is too long.');
  const [own, round] = [id.toLowerCase(), broadcastId.toLowerCase()];
  return {
    id: importedId(userId, own, timeOf(own)),
    broadcast_id: importedId(userId, round, timeOf(round)),
    reply_services: `{${replyServices.map((name) => `"${name}"`).join(',')}}`,
    kind: summaryKind.toWord(summary.kind),
    instruction: clean(summary.instruction),
    ai_service: aiService,
    content: withoutNul(content),
    status: statusOf(summary),
    created_at: createdAt,
    response_time_ms: summary.responseTimeMs ?? null,
    first_token_ms: summary.firstTokenMs ?? null,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    total_tokens: usage?.totalTokens ?? null,
    cached_input_tokens: usage?.cachedInputTokens ?? null,
    reasoning_tokens: usage?.reasoningTokens ?? null,
    cost_amount: cost?.amount ?? null,
    cost_currency: clean(cost?.currency),
    cost_source: cost ? costSource.toWord(cost.source) : null,
    stop_reason: clean(summary.stopReason),
    error_code: clean(summary.errorCode),
    error: clean(summary.error),
    generation: toImportedGeneration(summary),
  };
}
