import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { Account } from '../account.js';

/** An answer that sending again will not change. */
export class RefusedError extends Error {}

/** It is not there: it never was, or an earlier try removed it though its answer was lost. */
export const isAnswered404 = (error: unknown): boolean =>
  error instanceof RefusedError && error.message.includes('answered 404');

type Headers = Record<string, string>;

/** One try of a request; throws where it was cut or refused for now. */
type Try<T> = () => Promise<T>;

const answerMs = 45_000;
const retryMs = 400;
/** Nothing is wrong with the request: it may do another time. 401 and 403 come from a process whose clock is wrong. */
const forNow = new Set([401, 403, 408, 409, 425, 429]);

/** A user's program: what is not answered it sends again under the same key, until it is. */
export class Client {
  /** Tries that failed, by what they failed with. */
  readonly failures = new Map<string, number>();

  constructor(
    private readonly url: string,
    private readonly account: Account,
    private readonly signal: AbortSignal,
  ) {}

  /** Whether nothing is sent again any more. */
  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Answered in the end. */
  json<T>(method: string, path: string, body?: unknown, headers: Headers | (() => Headers) = {}): Promise<T> {
    return this.#untilAnswered(async () => {
      const answer = await this.#fetch(method, path, body, typeof headers === 'function' ? headers() : headers);
      const text = await answer.text();
      return (text ? JSON.parse(text) : undefined) as T;
    });
  }

  /** Reads a stream to its event `done`; each try begins anew. */
  stream<T>(path: string, body: unknown, key: string, onEvent: (event: string, data: unknown) => void): Promise<T> {
    return this.#untilAnswered(async () => {
      const headers = { accept: 'text/event-stream', 'idempotency-key': key };
      const answer = await this.#fetch('POST', path, body, headers);
      for await (const { event, data } of eventsOf(answer)) {
        onEvent(event, data);
        if (event === 'done') return data as T;
        if (event === 'error') throw new Error(`stream error ${(data as { code?: string }).code ?? ''}`);
      }
      throw new Error('stream cut');
    });
  }

  /** Opens one more session, which is not used. */
  signIn(body: { email: string; password: string }): Promise<void> {
    return this.#untilAnswered(async () => {
      const { status } = await fetch(`${this.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(answerMs), this.signal]),
        body: JSON.stringify(body),
      });
      if (status >= 400) throw new Error(String(status));
    });
  }

  async #untilAnswered<T>(attempt: Try<T>): Promise<T> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof RefusedError) throw error;
        const { message, cause } = error as Error & { cause?: { code?: string } };
        const name = cause?.code ?? message;
        this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
      }
      this.signal.throwIfAborted();
      await pause(retryMs);
    }
  }

  async #fetch(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { cookie: this.account.cookie, 'content-type': 'application/json', ...headers },
      signal: AbortSignal.any([AbortSignal.timeout(answerMs), this.signal]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.ok) return answer;
    const text = await answer.text();
    if (answer.status >= 500 || forNow.has(answer.status)) throw new Error(String(answer.status));
    throw new RefusedError(`${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  }
}

async function* eventsOf(answer: Response): AsyncGenerator<{ event: string; data: unknown }> {
  const arrived: { event: string; data: unknown }[] = [];
  const onEvent = ({ event = '', data }: { event?: string | undefined; data: string }) =>
    void arrived.push({ event, data: JSON.parse(data) as unknown });
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  for await (const bytes of answer.body!) {
    parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
    yield* arrived.splice(0);
  }
}
