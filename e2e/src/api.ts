import {
  cancelBroadcast,
  listAiServices,
  listConversations,
  pathOf,
  sendMessage,
  type AnswerOf,
  type BodyOf,
  type BroadcastStreamEvent,
} from '@polylogue/api-contract';
import { createParser } from 'eventsource-parser';
import type { Account } from './account.js';

/** The API as one user's script would use it: a session cookie, no browser headers. */
export class Api {
  constructor(
    private readonly url: string,
    private readonly account: Account,
  ) {}

  services() {
    return this.#json<AnswerOf<typeof listAiServices>>('GET', listAiServices.path);
  }

  conversations() {
    return this.#json<AnswerOf<typeof listConversations>>('GET', `${listConversations.path}?includeAll=true`);
  }

  cancel(broadcastId: string) {
    return this.#json<AnswerOf<typeof cancelBroadcast>>('POST', pathOf(cancelBroadcast.path, { id: broadcastId }), {});
  }

  /** Sends and reads the stream to its end or to where it breaks. */
  async *send(body: BodyOf<typeof sendMessage>, headers: Record<string, string> = {}) {
    const answer = await this.fetch('POST', sendMessage.path, body, { accept: 'text/event-stream', ...headers });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    yield* streamEvents(answer);
  }

  /** Resumes a broadcast after `lastEventId`. */
  async *resume(broadcastId: string, lastEventId = '0') {
    const path = pathOf('/api/broadcasts/{id}/events', { id: broadcastId });
    const answer = await this.fetch('GET', path, undefined, { 'last-event-id': lastEventId });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    yield* streamEvents(answer);
  }

  fetch(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return fetch(this.url + path, {
      method,
      headers: {
        cookie: this.account.cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async #json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.fetch(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}

async function* streamEvents(answer: Response): AsyncGenerator<BroadcastStreamEvent> {
  const arrived: BroadcastStreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      arrived.push({ id: id ?? '', event, data: JSON.parse(data) as unknown } as BroadcastStreamEvent),
  });
  const decoder = new TextDecoder();
  for await (const bytes of answer.body!) {
    parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
    yield* arrived.splice(0);
  }
}
