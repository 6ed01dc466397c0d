import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Route } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { keyIdOf, sessionIdOf } from '../key-access/key-access.rules.js';
import { KeyAccess } from '../key-access/key-access.service.js';
import { readerGone } from '../http/gone-signal.js';
import { UserCalls } from '../throttling/user-calls.service.js';
import { mustHaveAccess, signedOut } from './access.rules.js';
import { AccessService } from './access.service.js';
import { SessionRows } from './session-rows.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

/** One open stream of one user. */
export interface OpenStream {
  readonly userId: string;
  readonly sessionId: string;
  readonly access: Route['access'];
  /** Aborts when the reader has gone, may no longer read, or the server stops. */
  readonly signal: AbortSignal;
  readonly close: (reason: AppError) => void;
}

const maxPerUser = 12;
const checkEveryMs = 3_000;

/** The streams that are open: at most twelve per user, closed within five seconds of losing the right to read. */
@Injectable()
export class OpenStreams implements OnModuleInit, OnApplicationShutdown {
  readonly #streams = new Set<OpenStream>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly accessOf: AccessService,
    @Inject(SessionRows) private readonly sessions: SessionRows,
    private readonly keys: KeyAccess,
    private readonly calls: UserCalls,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => void this.check(), checkEveryMs);
    this.#timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** Counts a stream in until its answer is closed. Throws `rate_limited` for the thirteenth. */
  enter(request: HttpRequest, response: HttpResponse, access: Route['access']): OpenStream {
    const userId = request.session.userId ?? '';
    const others = [...this.#streams].filter((stream) => stream.userId === userId);
    if (others.length >= maxPerUser) {
      const sentence = `At most ${maxPerUser} streams can be open at once. Close a page and try again.`;
      throw new AppError('rate_limited', 'too_many_streams', sentence, { retryAfterSeconds: 5 });
    }
    const abort = new AbortController();
    const close = (reason: AppError) => abort.abort(reason);
    const stream = { userId, sessionId: request.sessionID, access, signal: abort.signal, close };
    this.#streams.add(stream);
    this.calls.leave(response);
    response.once('close', () => {
      this.#streams.delete(stream);
      close(readerGone());
    });
    return stream;
  }

  endSession(sessionId: string): void {
    for (const stream of this.#streams) if (stream.sessionId === sessionId) stream.close(signedOut());
  }

  /** Closes the streams of those who may no longer read them. */
  async check(): Promise<void> {
    const streams = [...this.#streams];
    if (streams.length === 0) return;
    // While the session table cannot be read, what admin says decides alone.
    const alive = await this.#alive(streams.map(({ sessionId }) => sessionId)).catch(() => undefined);
    await Promise.all(streams.map((stream) => this.#checkOne(stream, alive)));
  }

  /** Those of the sessions, and of the keys in their place, that still stand. */
  async #alive(ids: readonly string[]): Promise<Set<string>> {
    const keyIds = ids.flatMap((id) => keyIdOf(id) ?? []);
    const [sessions, keys] = await Promise.all([
      this.sessions.alive(ids.filter((id) => keyIdOf(id) === undefined)),
      keyIds.length > 0 ? this.keys.alive(keyIds) : [],
    ]);
    return new Set([...sessions, ...[...keys].map(sessionIdOf)]);
  }

  async #checkOne(stream: OpenStream, alive: Set<string> | undefined): Promise<void> {
    try {
      if (alive && !alive.has(stream.sessionId)) throw signedOut();
      mustHaveAccess(stream.access, await this.accessOf.userOf(stream.userId));
    } catch (error) {
      stream.close(AppError.is(error) ? error : signedOut());
    }
  }
}
