import { z } from 'zod';
import type { ProviderRequest, ProviderTarget } from '../provider.js';

export const openaiBaseUrl = 'https://api.openai.com/v1';

/** OpenAI's error object, as a body of its own and inside a stream. */
export const openaiFault = z.object({
  error: z.object({ type: z.string().nullish(), code: z.union([z.string(), z.number()]).nullish() }),
});

/** These search with every message and are asked by chat completions alone. */
export const alwaysSearches = (model: string): boolean => /-search-(preview|api)/.test(model);

/** Models that take the tool `web_search` of the Responses protocol. Of an unknown one nothing is claimed. */
const takesSearchTool = /^((gpt-4o|gpt-4\.1)(-mini)?|o3(-pro)?|o4-mini)(-\d{4}-\d\d-\d\d)?$|^gpt-[5-9](?!-chat)/;

/** OpenAI's own, one of a region too: another server of its protocol need not have Responses, nor its tools. */
const openaiHost = /(^|\.)api\.openai\.com$/;

/** How a model searches the web: unasked, by the tool of another protocol than chat completions, or not at all. */
export function openaiSearch({ baseUrl, model }: Pick<ProviderTarget, 'baseUrl' | 'model'>) {
  if (!URL.canParse(baseUrl) || !openaiHost.test(new URL(baseUrl).host)) return undefined;
  if (alwaysSearches(model)) return 'always';
  return takesSearchTool.test(model) ? 'responses' : undefined;
}

type Extras = Pick<ProviderRequest, 'reasoningEffort'>;

export const openaiExtras = ({ reasoningEffort }: Extras) =>
  reasoningEffort && { providerOptions: { openai: { reasoningEffort } } };

/** Searches and opened pages of one reply together. What a search costs stands in no usage, so it is bounded. */
const maxToolCalls = 20;

/** Responses refuses a longest answer of fewer tokens; chat completions, and so presets, begin at one. */
const minOutputTokens = 16;

/** What is asked by the Responses protocol. */
export const openaiSearchRequest = ({ maxOutputTokens, ...request }: ProviderRequest): ProviderRequest => ({
  ...request,
  maxOutputTokens: maxOutputTokens && Math.max(maxOutputTokens, minOutputTokens),
});

/** Of a request by the Responses protocol, which would keep the reply at the vendor for a month. */
export const openaiSearchExtras = ({ reasoningEffort }: Extras) => ({
  providerOptions: { openai: { store: false, maxToolCalls, ...(reasoningEffort && { reasoningEffort }) } },
  tools: [{ type: 'provider' as const, id: 'openai.web_search' as const, name: 'web_search', args: {} }],
});
