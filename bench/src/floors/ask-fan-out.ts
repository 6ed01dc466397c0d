import type { Agent } from 'node:http';
import { postStream } from '../client/post-stream.js';
import { nothingSeen, recordText } from '../client/seen.js';
import { now } from '../processes/clock.js';
import { promptFor } from '../upstream/reply-tokens.rules.js';

interface Question {
  port: number;
  upstreamPort: number;
  agent: Agent;
  key: string;
  services: readonly string[];
  /** Whose conversations it goes into; the fan-out that stores nothing takes no notice. */
  userId?: string;
}

interface Chunk {
  choices: { delta: { content?: string } }[];
}

/** One broadcast through a fan-out without a framework, read as the product's is read. */
export async function askFanOut({ port, upstreamPort, agent, key, services, userId }: Question) {
  const seen = nothingSeen(key);
  const body = JSON.stringify({ upstreamPort, services, prompt: promptFor(key), userId });
  seen.sentAt = now();
  await postStream({
    port,
    path: '/',
    headers: { 'content-type': 'application/json' },
    body,
    agent,
    onFrame({ event, data }, at) {
      if (event === 'done') seen.endedAt = at;
      else if (event === 'fault') seen.faults.push(JSON.parse(data) as string);
      else if (data !== '[DONE]') {
        recordText(seen, event, (JSON.parse(data) as Chunk).choices[0]?.delta.content ?? '', at);
      }
    },
  });
  return seen;
}
