import { z } from 'zod';
import type { ProviderRequest } from '../provider.js';

export const anthropicBaseUrl = 'https://api.anthropic.com/v1';
export const anthropicVersion = '2023-06-01';

/** Anthropic's error object, as a body of its own and as an `error` event inside a stream. */
export const anthropicFault = z.object({ error: z.object({ type: z.string() }) });

/** Tokens that the model may reason with before it answers; Anthropic counts them apart from the answer's. */
const thinkingBudgets = { low: 2_048, medium: 8_192, high: 24_576 } as const;
const maxSearches = 5;

/** The greatest temperature of those that take one. */
export const maxAnthropicTemperature = 1;

/** Claudes that are known to take a temperature, as the SDK knows them: it leaves one out for any other. */
const claudeWithTemperature = /claude-(instant(-|$)|v?2(?=$|[-.:])|3(?=$|[-.])|opus-4-(?![78])|sonnet-4-|haiku-4-5)/;

/** Newer Claudes take none. Another model that speaks the protocol is sent one. */
export const takesAnthropicTemperature = (model: string): boolean =>
  !model.includes('claude-') || claudeWithTemperature.test(model);

/**
 * How a Claude is asked to reason: those that take no temperature (Opus 4.7 and later, Sonnet 5 and later) by an effort, since they
 * answer 400 to a budget; what they reason is shown only where it is asked for. All others by a budget.
 */
const reasoningOf = (model: string, effort: keyof typeof thinkingBudgets) =>
  takesAnthropicTemperature(model)
    ? { thinking: { type: 'enabled', budgetTokens: thinkingBudgets[effort] } }
    : { thinking: { type: 'adaptive', display: 'summarized' }, effort };

/** The vendor's forms of reasoning and of searching the web. */
export function anthropicExtras(model: string, { reasoningEffort, webSearch }: ProviderRequest) {
  return {
    providerOptions: reasoningEffort && { anthropic: reasoningOf(model, reasoningEffort) },
    tools: webSearch
      ? [
          {
            type: 'provider' as const,
            id: 'anthropic.web_search_20250305' as const,
            name: 'web_search',
            args: { maxUses: maxSearches },
          },
        ]
      : undefined,
  };
}
