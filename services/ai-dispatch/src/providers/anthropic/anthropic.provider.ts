import { fetchThrough } from '../http-fetch.client.js';
import type { HttpTransport } from '../http.client.js';
import { streamLanguageModel } from '../language-model.provider.js';
import { probeModels } from '../probe.client.js';
import type { Provider, ProviderTarget } from '../provider.js';
import { anthropicMedia } from './anthropic-media.provider.js';
import { statusOfAnthropicFault } from './anthropic.errors.js';
import { anthropicExtras, anthropicVersion } from './anthropic.wire.js';

/** The messages protocol. */
export function anthropicProvider(target: ProviderTarget, http: HttpTransport): Provider {
  const { baseUrl: baseURL, apiKey = '' } = target;
  const headers = { 'x-api-key': apiKey, 'anthropic-version': anthropicVersion };
  return {
    stream(request, signal) {
      if (target.category !== 'text') return anthropicMedia();
      const fetch = fetchThrough(http, { ...request, signal, statusOfFault: statusOfAnthropicFault });
      // Loaded by the first reader: a request begun earlier could fail with no handler attached.
      const open = async () =>
        (await import('@ai-sdk/anthropic')).createAnthropic({ baseURL, apiKey, fetch })(target.model);
      return streamLanguageModel(open, request, signal, {
        statusOfFault: statusOfAnthropicFault,
        extras: anthropicExtras(target.model, request),
      });
    },
    probe: (signal) => probeModels(http, `${baseURL}/models?limit=1`, headers, signal),
  };
}
