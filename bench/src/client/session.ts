import { Agent } from 'node:http';
import { now } from '../processes/clock.js';
import { promptFor } from '../upstream/reply-tokens.rules.js';
import type { Frame } from './frames.rules.js';
import { postStream } from './post-stream.js';
import { nothingSeen, recordText, type Seen } from './seen.js';

export type Session = ReturnType<typeof createSession>;

/** One signed-in user of the product, over HTTP as a browser would do it. */
export function createSession(port: number, cookie: string) {
  const agent = new Agent({ keepAlive: true });
  const headers = { cookie, 'content-type': 'application/json' };
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: AbortSignal.timeout(30_000) });
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as unknown;
  };
  return {
    cookie,
    async broadcast(key: string, services: readonly string[]) {
      const seen = nothingSeen(key);
      const body = JSON.stringify({ message: promptFor(key), selectedAIs: services, mode: 'broadcast' });
      seen.sentAt = now();
      const onFrame = (frame: Frame, at: number) => note(seen, frame, at);
      const streamed = postStream({ port, path: '/api/send-message', headers, body, agent, onFrame });
      await streamed.catch((error: Error) => seen.faults.push(error.message));
      return seen;
    },
    /** Takes everything off the dashboard: the next broadcast begins a thread. */
    clear: () => get('/api/clear'),
    /** Every stored message by its id. */
    async stored() {
      const conversations = (await get('/api/conversations?includeAll=true')) as {
        messages: { id: string; content: string }[];
      }[];
      return new Map(
        conversations.flatMap(({ messages }) => messages.map(({ id, content }) => [id, content] as const)),
      );
    },
    close: () => agent.destroy(),
  };
}

function note(seen: Seen, { event, data }: Frame, at: number) {
  if (event === 'done') {
    seen.endedAt = at;
  } else if (event === 'delta') {
    const { aiService, text } = JSON.parse(data) as { aiService: string; text: string };
    recordText(seen, aiService, text, at);
  } else if (event === 'reply') {
    const { aiService, success, content, error } = JSON.parse(data) as Reply;
    if (!success) seen.faults.push(`${aiService} failed: ${error ?? 'it gave no reason'}`);
    if (content !== undefined) seen.replies[aiService] = content;
  } else if (event === 'accepted') {
    const { targets } = JSON.parse(data) as { targets: { aiService: string; messageId: string }[] };
    for (const { aiService, messageId } of targets) seen.messageIds[aiService] = messageId;
  }
}

interface Reply {
  aiService: string;
  success: boolean;
  content?: string;
  error?: string;
}
