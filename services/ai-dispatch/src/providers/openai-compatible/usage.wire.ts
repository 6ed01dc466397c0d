import type { ReportedCost, TokenUsage } from '../provider.js';

/** The usage of chat completions. */
export interface WireUsage {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  total_tokens?: unknown;
  prompt_tokens_details?: { cached_tokens?: unknown } | null;
  completion_tokens_details?: { reasoning_tokens?: unknown } | null;
  /** DeepSeek's name for the first of these details. */
  prompt_cache_hit_tokens?: unknown;
  /** OpenRouter: a number of dollars. Perplexity: an object with the sum of its parts. */
  cost?: unknown;
  /** xAI: what is billed, searches included. */
  cost_in_usd_ticks?: unknown;
}

const ticksPerDollar = 1e10;

const countIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

function dollarsIn({ cost, cost_in_usd_ticks: ticks }: WireUsage): number | undefined {
  if (cost === undefined && countIn(ticks) !== undefined) return (ticks as number) / ticksPerDollar;
  const amount = typeof cost === 'object' ? (cost as { total_cost?: unknown } | null)?.total_cost : cost;
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : undefined;
}

/** By hand: once per reply, where a schema takes longer than all else that is read of its end. */
export function readUsage(wire: unknown): { usage?: TokenUsage; cost?: ReportedCost } {
  if (typeof wire !== 'object' || wire === null) return {};
  const found: WireUsage = wire;
  const counts = {
    inputTokens: countIn(found.prompt_tokens),
    outputTokens: countIn(found.completion_tokens),
    totalTokens: countIn(found.total_tokens),
    cachedInputTokens: countIn(found.prompt_tokens_details?.cached_tokens) ?? countIn(found.prompt_cache_hit_tokens),
    reasoningTokens: countIn(found.completion_tokens_details?.reasoning_tokens),
  };
  const isCounted = (counts.inputTokens ?? counts.outputTokens ?? counts.totalTokens) !== undefined;
  const amount = dollarsIn(found);
  return {
    usage: isCounted ? counts : undefined,
    cost: amount === undefined ? undefined : { amount, currency: 'USD' },
  };
}
