import type { ProviderName } from '../catalog/providers.js';
import type { Scene, Situation, Stand } from './stand.js';

const paths: Record<ProviderName, string> = {
  openai: '/v1',
  anthropic: '/v1',
  google: '/v1beta',
  'openai-compatible': '/v1',
};
const models: Record<ProviderName, string> = {
  openai: 'gpt-5.2',
  anthropic: 'claude-sonnet-5',
  google: 'gemini-flash-latest',
  'openai-compatible': 'a-model',
};

const hello = 'Hello from a server that nobody here has written, in several pieces.';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const silence = Buffer.from('ID3' + '\0'.repeat(61), 'latin1').toString('base64');

const refusals: Partial<Record<Situation, { status: number; type: string; code?: string }>> = {
  401: { status: 401, type: 'authentication_error', code: 'invalid_api_key' },
  404: { status: 404, type: 'not_found_error' },
  429: { status: 429, type: 'rate_limit_error' },
  500: { status: 500, type: 'api_error' },
};

/**
 * An independent server, so that we do not only test ourselves. It cannot be made to send a redirect, or for a
 * stream that ends without its marker.
 */
export async function startAimockStand(): Promise<Stand> {
  // A development tool: not installed in production.
  const { LLMock } = await import('@copilotkit/aimock');
  const mock = new LLMock({ port: 0, host: '127.0.0.1', chunkSize: 10, logLevel: 'silent' });
  mock.onMessage('situation hello', { content: hello });
  mock.onMessage('situation named', { content: hello });
  mock.onMessage('situation slow', { content: hello.repeat(20) }, { latency: 30 });
  mock.onMessage('situation hang', { content: hello }, { chaos: { latencyMs: 5_000 } });
  // By pieces and not by time, and with a pause between them: the first ones have left before the connection ends.
  mock.onMessage('situation cut', { content: hello.repeat(20) }, { latency: 20, truncateAfterChunks: 5 });
  // What it calls malformed is a document instead of a stream.
  mock.onMessage('situation html', { content: hello }, { chaos: { malformedRate: 1 } });
  for (const [situation, { status, ...error }] of Object.entries(refusals)) {
    mock.onMessage(`situation ${situation}`, { error: { message: 'refused', ...error }, status });
  }
  mock.onImage('situation picture', { image: { b64Json: pixel } });
  mock.onSpeech('situation sound', { audio: silence, format: 'mp3' });
  await mock.start();
  const unknown: readonly Situation[] = ['silent-end', 'malformed', 'redirect', 'film', 'sourced', 'reasoned'];
  const categories = { picture: 'image', sound: 'audio' } as const;
  return {
    name: 'aimock',
    play: (situation, protocol): Promise<Scene | undefined> => {
      if (unknown.includes(situation)) return Promise.resolve(undefined);
      // aimock leaves the model out of Google's answers.
      if (situation === 'named' && protocol === 'google') return Promise.resolve(undefined);
      const { origin } = new URL(mock.url);
      const address = { model: models[protocol], baseUrl: origin + paths[protocol], apiKey: 'mock' };
      const category = situation === 'picture' || situation === 'sound' ? categories[situation] : ('text' as const);
      if (category !== 'text' && !protocol.startsWith('openai')) return Promise.resolve(undefined);
      const target = { displayName: 'aimock', category, ...address };
      return Promise.resolve({ target, prompt: `situation ${situation}` });
    },
    close: () => mock.stop(),
  };
}
