import type { LanguageModelV3FinishReason } from '@ai-sdk/provider';
import { fetchThrough } from '../http-fetch.client.js';
import type { HttpTransport } from '../http.client.js';
import { streamLanguageModel } from '../language-model.provider.js';
import { probeModels } from '../probe.client.js';
import type { Provider, ProviderTarget } from '../provider.js';
import { openaiMedia } from './openai-media.provider.js';
import { statusOfOpenaiFault } from './openai.errors.js';
import { openaiExtras, openaiSearch, openaiSearchExtras, openaiSearchRequest } from './openai.wire.js';

/**
 * Chat completions rather than responses: the whole thread goes with each call, nothing is kept at the vendor. A reply
 * that may search the web is asked for by Responses, which alone has the tool; nothing is kept there either.
 */
export function openaiProvider(target: ProviderTarget, http: HttpTransport): Provider {
  const { baseUrl: baseURL, apiKey = '' } = target;
  return {
    stream(request, signal) {
      if (target.category !== 'text') return openaiMedia(target, http, request, signal);
      const fetch = fetchThrough(http, { ...request, signal, statusOfFault: statusOfOpenaiFault });
      // The SDK would fall back to keys and accounts from the environment: everything is given, if only as ''.
      const settings = { baseURL, apiKey, organization: '', project: '', fetch };
      // Loaded by the first reader: a request begun earlier could fail with no handler attached.
      const vendor = async () => (await import('@ai-sdk/openai')).createOpenAI(settings);
      const reading = { statusOfFault: statusOfOpenaiFault };
      if (request.webSearch && openaiSearch(target) === 'responses') {
        const open = async () => (await vendor()).responses(target.model);
        const extras = openaiSearchExtras(request);
        const asked = openaiSearchRequest(request);
        return streamLanguageModel(open, asked, signal, { ...reading, extras, isEnd: isEndOfResponse });
      }
      const open = async () => (await vendor()).chat(target.model);
      return streamLanguageModel(open, request, signal, { ...reading, extras: openaiExtras(request) });
    },
    probe: (signal) => probeModels(http, `${baseURL}/models`, { authorization: `Bearer ${apiKey}` }, signal),
  };
}

/** Responses gives a reason only for what is incomplete; to a stream without an end the SDK gives `other`. */
const isEndOfResponse = ({ raw, unified }: LanguageModelV3FinishReason): boolean =>
  raw !== undefined || unified !== 'other';
