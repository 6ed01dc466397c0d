import type { HttpTransport } from '../http.client.js';
import { streamImage, streamSpeech } from '../media-model.provider.js';
import type { MediaKind, ProviderRequest, ProviderTarget, ReplyPart } from '../provider.js';
import { notOffered } from '../provider.errors.js';
import { streamVideoJob } from '../video-jobs.client.js';
import { statusOfCompatibleFault } from './openai-compatible.errors.js';

/** The same endpoints at compatible servers. Speech goes through OpenAI's own model: the compatible package has none. */
export function compatibleMedia(
  { category, baseUrl, apiKey, model }: ProviderTarget,
  http: HttpTransport,
  request: ProviderRequest,
  signal: AbortSignal,
): AsyncIterable<ReplyPart> {
  const call = { http, kind: category as MediaKind, request, signal, statusOfFault: statusOfCompatibleFault };
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  switch (category) {
    case 'image':
      return streamImage(async (fetch) => {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
        return createOpenAICompatible({ name: 'compatible', baseURL: baseUrl, apiKey, fetch }).imageModel(model);
      }, call);
    case 'audio':
      return streamSpeech(async (fetch) => {
        const { createOpenAI } = await import('@ai-sdk/openai');
        const settings = { baseURL: baseUrl, apiKey: apiKey ?? '', organization: '', project: '', fetch };
        return createOpenAI(settings).speech(model);
      }, call);
    case 'video':
      return streamVideoJob({ model, baseUrl, headers }, call);
    default:
      return notOffered();
  }
}
