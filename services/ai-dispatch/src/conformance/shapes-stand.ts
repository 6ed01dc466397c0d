import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ProviderName } from '../catalog/providers.js';
import type { Situation, Stand } from './stand.js';

/** Answers in the shapes in which vendors document sources and reasoning, by adapter: the fixtures of its tests. */
const shapes: Record<'named' | 'sourced' | 'reasoned', Partial<Record<ProviderName, string>>> = {
  named: { openai: 'sourced', anthropic: 'sourced', google: 'sourced', 'openai-compatible': 'deepseek' },
  sourced: { openai: 'sourced', anthropic: 'sourced', google: 'sourced', 'openai-compatible': 'perplexity' },
  // OpenAI shows none in chat completions.
  reasoned: { anthropic: 'sourced', google: 'sourced', 'openai-compatible': 'openrouter' },
};

const isShown = (situation: Situation): situation is keyof typeof shapes => Object.hasOwn(shapes, situation);

/** Vendors' documented shapes, played back to the letter. */
export async function startShapesStand(): Promise<Stand> {
  let answer: Buffer = Buffer.alloc(0);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    name: 'documented shapes',
    play: async (situation, protocol) => {
      const file = isShown(situation) ? shapes[situation][protocol] : undefined;
      if (file === undefined) return undefined;
      answer = readFileSync(
        join(import.meta.dirname, '../../src/providers', protocol, 'fixtures', `${file}.chunks.txt`),
      );
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const target = { displayName: 'Shapes', category: 'text' as const, model: 'm', apiKey: 'sk-shapes', baseUrl };
      return { target, prompt: 'Which lock?' };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
