import { usageGroup, type UsageGroup, type UsageRow, type UsageSums } from '@polylogue/proto';
import { badUsage } from './usage.errors.js';
import type { Group, GroupColumns, SumColumns } from './usage.entity.js';

export const toSums = (row: SumColumns): UsageSums => ({
  calls: Number(row.calls),
  failures: Number(row.failures),
  inputTokens: Number(row.input_tokens),
  outputTokens: Number(row.output_tokens),
  uncountedCalls: Number(row.uncounted_calls),
  reportedMicros: Number(row.reported_micros),
  estimatedMicros: Number(row.estimated_micros),
  unpricedCalls: Number(row.unpriced_calls),
  cachedTokens: Number(row.cached_tokens),
  reasoningTokens: Number(row.reasoning_tokens),
});

export const toRow = (row: GroupColumns): UsageRow => ({
  day: row.day,
  userId: row.user_id,
  aiService: row.ai_service,
  apiKeyId: row.api_key_id,
  sums: toSums(row),
});

export function toGroup(group: UsageGroup): Group {
  try {
    return usageGroup.toWord(group);
  } catch {
    throw badUsage('group', 'Group by user, service, day or API key.');
  }
}
