import { z } from 'zod';
import type { ProviderRequest } from '../provider.js';

export const googleBaseUrl = 'https://generativelanguage.googleapis.com/v1beta';

const fault = z.object({
  error: z.object({
    code: z.number().nullish(),
    status: z.string().nullish(),
    details: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

/** Google's error object; some of its endpoints wrap it in a list. */
export const googleFault = z.union([fault, z.tuple([fault]).transform(([first]) => first)]);

/** The SDK reads no model from an answer. */
export function modelInGoogleEvent(event: unknown): string | undefined {
  const { modelVersion } = (event ?? {}) as { modelVersion?: unknown };
  return typeof modelVersion === 'string' ? modelVersion : undefined;
}

/** Gemini 3 and later, and the names that lead to the newest model, which the SDK takes for such, too. */
const takesLevel = /^gemini-([3-9]|(pro|flash|flash-lite)-latest$)/;

/** Models with a setting for how much to reason. */
export const googleReasons = (model: string): boolean => takesLevel.test(model) || model.startsWith('gemini-2.5');

/** For models before Gemini 3, in place of a level: how many tokens they may reason with. */
const thinkingBudgets = { low: 1_024, medium: 8_192, high: 24_576 } as const;

/** The vendor's forms of reasoning and of searching the web. */
export function googleExtras(model: string, { reasoningEffort, webSearch }: ProviderRequest) {
  const thinkingConfig =
    reasoningEffort &&
    (takesLevel.test(model)
      ? { thinkingLevel: reasoningEffort }
      : { thinkingBudget: thinkingBudgets[reasoningEffort] });
  return {
    providerOptions: thinkingConfig && { google: { thinkingConfig: { ...thinkingConfig, includeThoughts: true } } },
    tools: webSearch
      ? [{ type: 'provider' as const, id: 'google.google_search' as const, name: 'google_search', args: {} }]
      : undefined,
  };
}
