import type { EndStatus, ReplyCost, ReplyEnd, TokenUsage } from './broadcast.entity.js';

/** The columns of a message that say how a reply ended. */
export interface EndColumns {
  status: string;
  response_time_ms: number | null;
  first_token_ms: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  total_tokens: number | null;
  cost_amount: number | null;
  cost_currency: string | null;
  cost_source: 'provider' | 'estimate' | null;
  stop_reason: string | null;
  error_code: string | null;
  error: string | null;
}

export const endColumnNames = `m.status, m.response_time_ms, m.first_token_ms, m.input_tokens, m.output_tokens,
  m.total_tokens, m.cost_amount, m.cost_currency, m.cost_source, m.stop_reason, m.error_code, m.error`;

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
  };
}

function usageOf({ input_tokens, output_tokens, total_tokens }: EndColumns): TokenUsage | undefined {
  if (input_tokens === null && output_tokens === null && total_tokens === null) return undefined;
  return {
    inputTokens: input_tokens ?? undefined,
    outputTokens: output_tokens ?? undefined,
    totalTokens: total_tokens ?? undefined,
  };
}

function costOf({ cost_amount, cost_currency, cost_source }: EndColumns): ReplyCost | undefined {
  if (cost_amount === null || cost_currency === null || cost_source === null) return undefined;
  return { amount: cost_amount, currency: cost_currency, source: cost_source };
}
