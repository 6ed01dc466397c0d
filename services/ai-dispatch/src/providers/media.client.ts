import { readBytes, type HttpTransport } from './http.client.js';
import { ProviderError } from './provider.errors.js';
import type { MediaKind, ProviderRequest, ThreadMessage } from './provider.js';

/** The maximum size of one medium; a picture inside JSON takes a third more. */
export const maxMediaBytes: Readonly<Record<MediaKind, number>> = {
  image: 20 * 1024 * 1024,
  audio: 20 * 1024 * 1024,
  video: 100 * 1024 * 1024,
};

/** What every call for media needs. */
export interface MediaCall {
  http: HttpTransport;
  kind: MediaKind;
  request: ProviderRequest;
  signal: AbortSignal;
  statusOfFault: (payload: unknown) => number | undefined;
  /** Called for every request of the SDK. */
  onRequest?: () => void;
}

type Fetch = typeof globalThis.fetch;

/** A `fetch` for the AI SDK's media models: our transport, whole answers up to a limit, never a web page. */
export function mediaFetch({ http, kind, request, signal, statusOfFault, onRequest }: MediaCall): Fetch {
  return async (input, init) => {
    onRequest?.();
    const headers = Object.fromEntries([...new Headers(init?.headers)].filter(([, value]) => value !== ''));
    const body = typeof init?.body === 'string' ? init.body : undefined;
    const method = body === undefined ? 'GET' : 'POST';
    const exchange = { method, url: String(input), headers, body, signal, statusOfFault } as const;
    const { connectMs, onSend } = request;
    const answer = await http.open({ ...exchange, connectMs, onSend, mayMove: method === 'GET' });
    const type = answer.headers['content-type'] ?? '';
    if (/html/i.test(type)) {
      answer.destroy();
      throw new ProviderError('notAStream');
    }
    const bytes = await readBytes(answer, maxMediaBytes[kind] * 1.4);
    return new Response(new Uint8Array(bytes), { status: 200, headers: { 'content-type': type } });
  };
}

/** Fetches what a vendor says lies at an address. */
export async function downloadMedia(
  { http, kind, request, signal, statusOfFault }: MediaCall,
  url: string,
  headers: Record<string, string>,
): Promise<Buffer> {
  const exchange = { method: 'GET', url, headers, signal, statusOfFault, mayMove: true } as const;
  return readBytes(await http.open({ ...exchange, connectMs: request.connectMs }), maxMediaBytes[kind]);
}

/** These models know no thread: the last message is what is to be made. */
export const promptIn = (messages: readonly ThreadMessage[]): string =>
  messages.findLast(({ role }) => role === 'user')?.content ?? '';

export function toBytes(made: string | Uint8Array, kind: MediaKind): Buffer {
  const bytes = typeof made === 'string' ? Buffer.from(made, 'base64') : Buffer.from(made);
  if (bytes.length > maxMediaBytes[kind]) throw new ProviderError('tooLarge');
  return bytes;
}
