import { pathOf, type AnswerOf, type BodyOf, type Route } from '@polylogue/api-contract';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { z } from 'zod';
import type { Settings } from '../settings/settings-file.js';
import { readEvent, type ServerEvent } from './server-events.js';
import { connectionFailure, failureOf, ServerFailure } from './server-failure.js';

/** What goes with a call. */
export interface CallOf<R extends Route> {
  body?: BodyOf<R>;
  query?: [NonNullable<R['query']>] extends [never] ? undefined : z.input<NonNullable<R['query']>>;
  parameters?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

const deadlineMs = 30_000;
// The server sends a line at least every 15 s.
const silenceMs = 45_000;

/** `/api`, called by the contract with an API key. */
export class Server {
  constructor(private readonly settings: Settings) {}

  get url(): string {
    return this.settings.url;
  }

  /** @throws {ServerFailure} when the answer is not OK or there is none. */
  async call<R extends Route>(route: R, call: CallOf<R> = {}): Promise<AnswerOf<R>> {
    const answer = await this.#send(route, { signal: AbortSignal.timeout(deadlineMs), ...call });
    const text = await answer.text().catch((fault: unknown) => {
      throw connectionFailure(this.url, fault);
    });
    return (route.answer && text !== '' ? route.answer.parse(JSON.parse(text)) : undefined) as AnswerOf<R>;
  }

  /** The body as it comes, for files. */
  async download<R extends Route>(route: R, call: CallOf<R>): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#send(route, call);
    if (!body) throw new ServerFailure(`${this.url} answered nothing.`, 0);
    return body;
  }

  /**
   * The `text/event-stream` form of a route. It ends when the server ends it, also before the last event.
   *
   * @throws {ServerFailure} when the call is refused, also by an `error` event, or the line breaks.
   */
  async *events<E extends ServerEvent, R extends Route = Route>(route: R, call: CallOf<R>): AsyncGenerator<E> {
    const line = new AbortController();
    const watchdog = setTimeout(() => line.abort(new Error('the line is silent')), silenceMs);
    const signal = call.signal ? AbortSignal.any([call.signal, line.signal]) : line.signal;
    const queue: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => queue.push(event) });
    const decoder = new TextDecoder();
    try {
      const headers = { ...call.headers, accept: 'text/event-stream' };
      const { body } = await this.#send(route, { ...call, headers, signal });
      for await (const chunk of body ?? []) {
        watchdog.refresh();
        parser.feed(decoder.decode(chunk, { stream: true }));
        for (const message of queue.splice(0)) {
          const event = readEvent<E>(route, message);
          if (event) yield event;
        }
      }
    } catch (fault) {
      if (call.signal?.aborted) throw call.signal.reason;
      throw fault instanceof ServerFailure ? fault : connectionFailure(this.url, fault);
    } finally {
      clearTimeout(watchdog);
      line.abort();
    }
  }

  async #send<R extends Route>(route: R, { body, query, parameters, headers, signal }: CallOf<R>): Promise<Response> {
    const given = Object.entries((query ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      String(value),
    ]);
    const search = new URLSearchParams(given as [string, string][]).toString();
    const answer = await fetch(this.url + pathOf(route.path, parameters) + (search && `?${search}`), {
      method: route.method,
      // The key is for this address and for no other that it leads to.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${this.settings.key}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }).catch((fault: unknown) => {
      throw connectionFailure(this.url, fault);
    });
    if (!answer.ok) throw await failureOf(answer);
    return answer;
  }
}
