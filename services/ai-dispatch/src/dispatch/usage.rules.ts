import type { EndPart, TokenUsage } from '../providers/provider.js';

const maxTokens = 2 ** 31 - 1;
const maxCost = 1e6;

const countOf = (value: number | undefined) =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= maxTokens ? value : undefined;

/** What a provider counted, as far as it is plausible: it is added to tables and sums with other users' calls. */
export function soundEnd({ type, stopReason, usage, cost }: EndPart): EndPart {
  const isCosted = cost && cost.amount >= 0 && cost.amount <= maxCost;
  return { type, stopReason, usage: usage && soundUsage(usage), cost: isCosted ? cost : undefined };
}

function soundUsage(usage: TokenUsage): TokenUsage | undefined {
  const counts = {
    inputTokens: countOf(usage.inputTokens),
    outputTokens: countOf(usage.outputTokens),
    totalTokens: countOf(usage.totalTokens),
    cachedInputTokens: countOf(usage.cachedInputTokens),
    reasoningTokens: countOf(usage.reasoningTokens),
  };
  return Object.values(counts).some((count) => count !== undefined) ? counts : undefined;
}
