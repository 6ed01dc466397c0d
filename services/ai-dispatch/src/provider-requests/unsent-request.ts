import { providers } from '../catalog/providers.js';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { Exchange, HttpTransport } from '../providers/http.client.js';
import type { ProviderRequest } from '../providers/provider.js';

/** Stands where the key would be; the key itself is never in reach. */
const removed = '[removed]';

export type UnsentRequest = Pick<Exchange, 'method' | 'url' | 'headers'> & { body: string };

/** The HTTP request by which a service would be called: its provider makes it, and a transport that sends nothing keeps it. */
export async function unsentRequest(
  entry: AiServiceEntry,
  request: Omit<ProviderRequest, 'connectMs' | 'onSend' | 'answerSchema'>,
): Promise<UnsentRequest | undefined> {
  let made: UnsentRequest | undefined;
  const transport: HttpTransport = {
    open({ method, url, headers, body = '' }) {
      made ??= { method, url, headers, body };
      return Promise.reject(new Error('This request is only made, not sent.'));
    },
  };
  const target = { ...entry, apiKey: entry.apiKey === undefined ? undefined : removed };
  const provider = providers[entry.provider].create(target, transport);
  const { connectMs } = entry.timeouts;
  const parts = provider.stream({ ...request, connectMs }, new AbortController().signal)[Symbol.asyncIterator]();
  await parts.next().catch(() => undefined);
  return made;
}
