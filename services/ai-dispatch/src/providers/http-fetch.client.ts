import type { IncomingMessage } from 'node:http';
import { eventStreamLimits } from './event-stream.rules.js';
import type { Exchange, HttpTransport } from './http.client.js';
import { brokenSocket, ProviderError } from './provider.errors.js';

const tailMs = 250;

type Fetch = typeof globalThis.fetch;

/** A `fetch` for the AI SDK's providers that goes through our HttpClient, so that all vendors share one transport. */
export function fetchThrough(
  http: HttpTransport,
  settings: Pick<Exchange, 'connectMs' | 'statusOfFault' | 'signal' | 'onSend'>,
): Fetch {
  return async (input, init) => {
    const headers = Object.fromEntries([...new Headers(init?.headers)].filter(([, value]) => value !== ''));
    const body = typeof init?.body === 'string' ? init.body : undefined;
    const answer = await http.open({ ...settings, method: 'POST', url: String(input), headers, body });
    refuseOtherThanStream(answer);
    return new Response(bodyOf(answer), { status: 200, headers: { 'content-type': 'text/event-stream' } });
  };
}

/** A page or a JSON document instead of a stream: the address is wrong, or the server does not stream. */
export function refuseOtherThanStream(answer: IncomingMessage): void {
  if (!/html|json/i.test(contentTypeOf(answer))) return;
  answer.destroy();
  throw new ProviderError('notAStream');
}

/** Alone: `headers` would read all of them. */
function contentTypeOf({ rawHeaders }: IncomingMessage): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  return at === -1 ? '' : (rawHeaders[at + 1] ?? '');
}

function bodyOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
  let total = 0;
  let line = 0;
  let isOver = false;
  const fits = (chunk: Buffer) => {
    total += chunk.length;
    const newline = chunk.lastIndexOf(10);
    line = newline === -1 ? line + chunk.length : chunk.length - newline - 1;
    return total <= eventStreamLimits.total && line <= eventStreamLimits.line;
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const fail = (error: unknown) => {
        if (isOver) return;
        isOver = true;
        controller.error(error);
      };
      answer.on('data', (chunk: Buffer) => {
        if (isOver) return;
        if (!fits(chunk)) {
          fail(new ProviderError('tooLarge'));
          answer.destroy();
          return;
        }
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) answer.pause();
      });
      answer.once('end', () => {
        if (!isOver) controller.close();
        isOver = true;
      });
      answer.once('error', (error) => fail(brokenSocket(error, true)));
      answer.once('close', () => fail(new ProviderError('cutStream')));
    },
    pull() {
      answer.resume();
    },
    // After its end marker a vendor closes the answer at once: reading that little keeps the connection for the next.
    cancel() {
      isOver = true;
      const timer = setTimeout(() => answer.destroy(), tailMs);
      answer.once('close', () => clearTimeout(timer));
      answer.removeAllListeners('data').resume();
    },
  });
}
