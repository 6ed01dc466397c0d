import { readText, type HttpTransport } from './http.client.js';
import { ProviderError } from './provider.errors.js';
import type { ProbeAnswer } from './provider.js';

const probeConnectMs = 3_000;

/** Lists models, which every vendor gives away for free. A server without such a list may serve replies all the same. */
export async function probeModels(
  http: HttpTransport,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  statusOfFault: (body: unknown) => number | undefined = () => undefined,
): Promise<ProbeAnswer> {
  try {
    const answer = await http.open({ method: 'GET', url, headers, signal, connectMs: probeConnectMs, statusOfFault });
    if (/html/i.test(answer.headers['content-type'] ?? '')) {
      answer.destroy();
      throw new ProviderError('notAStream');
    }
    await readText(answer, 256);
    return 'connected';
  } catch (thrown) {
    if (thrown instanceof ProviderError && (thrown.status === 404 || thrown.status === 405)) return 'unknown';
    throw thrown;
  }
}
