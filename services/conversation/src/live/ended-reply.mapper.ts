import { fromStored, Generation } from '@polylogue/proto';
import type { EndStatus, ReplyCost, ReplyEnd, TokenUsage } from './broadcast.entity.js';

/** The columns of a message that say how a reply ended. */
export interface EndColumns {
  status: string;
  response_time_ms: number | null;
  first_token_ms: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  total_tokens: number | null;
  cached_input_tokens: number | null;
  reasoning_tokens: number | null;
  cost_amount: number | null;
  cost_currency: string | null;
  cost_source: 'provider' | 'estimate' | null;
  stop_reason: string | null;
  error_code: string | null;
  error: string | null;
  /** JSON of the proto message. */
  generation: unknown;
}

export const endColumnNames = `m.status, m.response_time_ms, m.first_token_ms, m.input_tokens, m.output_tokens,
  m.total_tokens, m.cached_input_tokens, m.reasoning_tokens, m.cost_amount, m.cost_currency, m.cost_source,
  m.stop_reason, m.error_code, m.error, m.generation`;

export function fromEndColumns(row: EndColumns): ReplyEnd {
  return {
    status: row.status as EndStatus,
    responseTimeMs: row.response_time_ms ?? 0,
    firstTokenMs: row.first_token_ms ?? undefined,
    usage: usageOf(row),
    cost: costOf(row),
    stopReason: row.stop_reason ?? undefined,
    error: row.error ?? undefined,
    errorCode: row.error_code ?? undefined,
    generation: fromStored(Generation, row.generation),
  };
}

function usageOf(row: EndColumns): TokenUsage | undefined {
  if (row.input_tokens === null && row.output_tokens === null && row.total_tokens === null) return undefined;
  return {
    inputTokens: row.input_tokens ?? undefined,
    outputTokens: row.output_tokens ?? undefined,
    totalTokens: row.total_tokens ?? undefined,
    cachedInputTokens: row.cached_input_tokens ?? undefined,
    reasoningTokens: row.reasoning_tokens ?? undefined,
  };
}

type CostColumns = Pick<EndColumns, 'cost_amount' | 'cost_currency' | 'cost_source'>;

/** Undefined where it is unknown, which is not 0. */
export function costOf({ cost_amount, cost_currency, cost_source }: CostColumns): ReplyCost | undefined {
  if (cost_amount === null || cost_currency === null || cost_source === null) return undefined;
  return { amount: cost_amount, currency: cost_currency, source: cost_source };
}
