import type { Agent } from 'node:http';
import { now } from '../processes/clock.js';
import { promptFor } from '../upstream/reply-tokens.rules.js';
import type { Frame } from './frames.rules.js';
import { postStream } from './post-stream.js';
import { nothingSeen, recordText, type Seen } from './seen.js';

/** Where calls of OpenAI's protocol go, and as whom. */
export interface CompletionsEndpoint {
  port: number;
  headers: Record<string, string>;
  agent: Agent;
  /** What a service is called there. */
  modelOf: (service: string) => string;
}

interface Chunk {
  choices?: { delta?: { content?: string } }[];
}

/** One call for each service, all at once: a broadcast as a client of OpenAI's protocol makes it. */
export async function askEach(
  { port, headers, agent, modelOf }: CompletionsEndpoint,
  key: string,
  services: readonly string[],
): Promise<Seen> {
  const seen = nothingSeen(key);
  seen.sentAt = now();
  const calls = services.map((service) => {
    const messages = [{ role: 'user', content: promptFor(key) }];
    const body = JSON.stringify({ model: modelOf(service), stream: true, messages });
    const onFrame = ({ data }: Frame, at: number) => {
      if (data === '[DONE]') return;
      recordText(seen, service, (JSON.parse(data) as Chunk).choices?.[0]?.delta?.content ?? '', at);
    };
    const all = { 'content-type': 'application/json', ...headers };
    return postStream({ port, path: '/v1/chat/completions', headers: all, body, agent, onFrame });
  });
  await Promise.all(calls).catch((error: Error) => seen.faults.push(error.message));
  seen.endedAt = now();
  return seen;
}
