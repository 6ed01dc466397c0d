import type { EndPart } from '../providers/provider.js';

const maxTokens = 2 ** 31 - 1;
const maxCost = 1e6;

const countOf = (value: number | undefined) =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= maxTokens ? value : undefined;

/** What a provider counted, as far as it is plausible: it is added to tables and sums with other users' calls. */
export function soundEnd({ usage, cost, ...end }: EndPart): EndPart {
  const counts = usage && {
    inputTokens: countOf(usage.inputTokens),
    outputTokens: countOf(usage.outputTokens),
    totalTokens: countOf(usage.totalTokens),
    cachedInputTokens: countOf(usage.cachedInputTokens),
    reasoningTokens: countOf(usage.reasoningTokens),
  };
  const isCounted = counts && Object.values(counts).some((count) => count !== undefined);
  const isCosted = cost && cost.amount >= 0 && cost.amount <= maxCost;
  return { ...end, usage: isCounted ? counts : undefined, cost: isCosted ? cost : undefined };
}
