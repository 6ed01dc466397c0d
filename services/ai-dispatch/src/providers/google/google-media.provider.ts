import type { HttpTransport } from '../http.client.js';
import { streamImage, streamVideo } from '../media-model.provider.js';
import type { MediaKind, ProviderRequest, ProviderTarget, ReplyPart } from '../provider.js';
import { notOffered } from '../provider.errors.js';
import { statusOfGoogleFault } from './google.errors.js';

/** Imagen and Gemini's pictures, and Veo's films, by the SDK. */
export function googleMedia(
  { category, baseUrl: baseURL, apiKey = '', model }: ProviderTarget,
  http: HttpTransport,
  request: ProviderRequest,
  signal: AbortSignal,
): AsyncIterable<ReplyPart> {
  const call = { http, kind: category as MediaKind, request, signal, statusOfFault: statusOfGoogleFault };
  const vendor = async (fetch: typeof globalThis.fetch) =>
    (await import('@ai-sdk/google')).createGoogleGenerativeAI({ baseURL, apiKey, fetch });
  switch (category) {
    case 'image':
      return streamImage(async (fetch) => (await vendor(fetch)).image(model), call);
    case 'video':
      return streamVideo(async (fetch) => (await vendor(fetch)).video(model), call, 'google');
    default:
      return notOffered();
  }
}
