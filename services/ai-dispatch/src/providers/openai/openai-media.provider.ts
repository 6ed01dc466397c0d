import type { HttpTransport } from '../http.client.js';
import { streamImage, streamSpeech } from '../media-model.provider.js';
import type { MediaKind, ProviderRequest, ProviderTarget, ReplyPart } from '../provider.js';
import { notOffered } from '../provider.errors.js';
import { streamVideoJob } from '../video-jobs.client.js';
import { statusOfOpenaiFault } from './openai.errors.js';

/** Pictures and speech by the SDK; films by their own endpoint, which the SDK does not speak. */
export function openaiMedia(
  { category, baseUrl, apiKey = '', model }: ProviderTarget,
  http: HttpTransport,
  request: ProviderRequest,
  signal: AbortSignal,
): AsyncIterable<ReplyPart> {
  const call = { http, kind: category as MediaKind, request, signal, statusOfFault: statusOfOpenaiFault };
  const vendor = async (fetch: typeof globalThis.fetch) =>
    (await import('@ai-sdk/openai')).createOpenAI({ baseURL: baseUrl, apiKey, organization: '', project: '', fetch });
  switch (category) {
    case 'image':
      return streamImage(async (fetch) => (await vendor(fetch)).image(model), call);
    case 'audio':
      return streamSpeech(async (fetch) => (await vendor(fetch)).speech(model), call);
    case 'video':
      return streamVideoJob({ model, baseUrl, headers: { authorization: `Bearer ${apiKey}` } }, call);
    default:
      return notOffered();
  }
}
