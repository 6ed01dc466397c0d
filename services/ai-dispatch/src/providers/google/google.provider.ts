import { fetchThrough } from '../http-fetch.client.js';
import type { HttpTransport } from '../http.client.js';
import { streamLanguageModel } from '../language-model.provider.js';
import { probeModels } from '../probe.client.js';
import type { Provider, ProviderTarget } from '../provider.js';
import { googleMedia } from './google-media.provider.js';
import { statusOfGoogleFault } from './google.errors.js';
import { googleExtras, modelInGoogleEvent } from './google.wire.js';

/** generateContent, streamed. */
export function googleProvider(target: ProviderTarget, http: HttpTransport): Provider {
  const { baseUrl: baseURL, apiKey = '' } = target;
  const probeUrl = `${baseURL}/models/${encodeURIComponent(target.model)}`;
  return {
    stream(request, signal) {
      if (target.category !== 'text') return googleMedia(target, http, request, signal);
      const fetch = fetchThrough(http, { ...request, signal, statusOfFault: statusOfGoogleFault });
      // Loaded by the first reader: a request begun earlier could fail with no handler attached.
      const open = async () =>
        (await import('@ai-sdk/google')).createGoogleGenerativeAI({ baseURL, apiKey, fetch })(target.model);
      const extras = googleExtras(target.model, request);
      const reading = { statusOfFault: statusOfGoogleFault, modelIn: modelInGoogleEvent, extras };
      return streamLanguageModel(open, request, signal, reading);
    },
    probe: (signal) => probeModels(http, probeUrl, { 'x-goog-api-key': apiKey }, signal, statusOfGoogleFault),
  };
}
