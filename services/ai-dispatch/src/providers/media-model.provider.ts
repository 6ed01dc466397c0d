import type { Experimental_VideoModelV3, ImageModelV3, SpeechModelV3 } from '@ai-sdk/provider';
import { toProviderError } from './language-model.provider.js';
import { downloadMedia, mediaFetch, promptIn, toBytes, type MediaCall } from './media.client.js';
import { ProviderError } from './provider.errors.js';
import type { ReplyPart } from './provider.js';

type Fetch = typeof globalThis.fetch;

const end = { type: 'end', stopReason: 'stop' } as const;

/** Drives one of the AI SDK's image models by its own `doGenerate`. */
export async function* streamImage(
  create: (fetch: Fetch) => Promise<ImageModelV3>,
  call: MediaCall,
): AsyncGenerator<ReplyPart> {
  const { images, usage, providerMetadata } = await withMediaErrors(call, async (fetch) =>
    (await create(fetch)).doGenerate({
      prompt: promptIn(call.request.messages),
      n: 1,
      size: undefined,
      aspectRatio: undefined,
      seed: undefined,
      files: undefined,
      mask: undefined,
      providerOptions: {},
      abortSignal: call.signal,
    }),
  );
  const [image] = images;
  if (image === undefined) throw new ProviderError('nothingMade');
  yield { type: 'media', kind: 'image', bytes: toBytes(image, 'image') };
  const prompt = revisedPrompt(providerMetadata);
  if (prompt !== undefined) yield { type: 'text', text: prompt };
  yield { ...end, usage };
}

/** The prompt as the vendor revised it before it drew. */
function revisedPrompt(metadata: Readonly<Record<string, { images?: readonly unknown[] }>> | undefined) {
  const [first] = Object.values(metadata ?? {}).flatMap(({ images }) => images ?? []);
  const { revisedPrompt: prompt } = (first ?? {}) as { revisedPrompt?: unknown };
  return typeof prompt === 'string' && prompt !== '' ? prompt : undefined;
}

/** Drives one of the AI SDK's speech models: what is spoken is what was written. */
export async function* streamSpeech(
  create: (fetch: Fetch) => Promise<SpeechModelV3>,
  call: MediaCall,
): AsyncGenerator<ReplyPart> {
  const text = promptIn(call.request.messages);
  const { audio } = await withMediaErrors(call, async (fetch) =>
    (await create(fetch)).doGenerate({ text, abortSignal: call.signal }),
  );
  if (audio.length === 0) throw new ProviderError('nothingMade');
  yield { type: 'media', kind: 'audio', bytes: toBytes(audio, 'audio') };
  yield { type: 'text', text };
  yield end;
}

const pollMs = 5_000;
// Our own deadline is shorter, and it is the one that is reported.
const neverMs = 24 * 3_600_000;

/** Drives one of the AI SDK's video models, which polls its job by itself. Each poll is a sign of life. */
export async function* streamVideo(
  create: (fetch: Fetch) => Promise<Experimental_VideoModelV3>,
  call: MediaCall,
  vendor: string,
): AsyncGenerator<ReplyPart> {
  let notify = () => {};
  const polling: MediaCall = { ...call, onRequest: () => notify() };
  const making = withMediaErrors(polling, async (fetch) =>
    (await create(fetch)).doGenerate({
      prompt: promptIn(call.request.messages),
      n: 1,
      aspectRatio: undefined,
      resolution: undefined,
      seed: undefined,
      duration: undefined,
      fps: undefined,
      image: undefined,
      frameImages: undefined,
      inputReferences: undefined,
      generateAudio: undefined,
      abortSignal: call.signal,
      providerOptions: { [vendor]: { pollIntervalMs: pollMs, pollTimeoutMs: neverMs } },
    }),
  );
  for (;;) {
    const polled = new Promise<'polled'>((resolve) => (notify = () => resolve('polled')));
    const next = await Promise.race([making, polled, aborted(call.signal)]);
    if (next === 'polled') {
      yield { type: 'progress' };
      continue;
    }
    const [video] = next.videos;
    if (video === undefined) throw new ProviderError('nothingMade');
    const bytes = video.type === 'url' ? await downloadMedia(call, video.url, {}) : toBytes(video.data, 'video');
    yield { type: 'media', kind: 'video', bytes };
    return yield end;
  }
}

/** The SDK sleeps between two questions without looking at the signal. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const stop = () => reject(new ProviderError('streamError'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

async function withMediaErrors<T>(call: MediaCall, work: (fetch: Fetch) => PromiseLike<T>): Promise<T> {
  try {
    return await work(mediaFetch(call));
  } catch (thrown) {
    throw toMediaError(thrown, call);
  }
}

function toMediaError(thrown: unknown, { statusOfFault }: MediaCall): ProviderError {
  const { name } = (thrown ?? {}) as { name?: unknown };
  // The names of the SDK's own errors around a job; what they say is the vendor's and goes no further.
  if (typeof name === 'string' && /_VIDEO_GENERATION_/.test(name)) return new ProviderError('jobFailed');
  return toProviderError(thrown, statusOfFault);
}
