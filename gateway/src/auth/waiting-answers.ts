import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Route } from '@polylogue/api-contract';
import { AccessMonitor, CallerSigner, Events, LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { goneSignal } from '../http/gone-signal.js';
import { UserCalls } from '../throttling/user-calls.service.js';
import { mustHaveAccess } from './access.rules.js';
import { AccessService } from './access.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

/** An answer that takes as long as AI services do. */
interface WaitingAnswer {
  readonly userId: string;
  readonly access: Route['access'];
  readonly stop: AbortController;
}

const deadlineMs = 2_000;

/** Answers that users wait for while money is spent. Who loses the right to one is refused it, within a second. */
@Injectable()
export class WaitingAnswers implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #waiting = new Set<WaitingAnswer>();
  readonly #monitor: AccessMonitor;

  constructor(
    private readonly accessOf: AccessService,
    private readonly calls: UserCalls,
    @InjectClient('users') users: ClientOf<'users'>,
    signer: CallerSigner,
    events: Events,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#monitor = new AccessMonitor({
      events,
      logger,
      access: {
        findDenied: async (userIds) => {
          const call = { callerToken: signer.asService(), deadlineMs };
          return (await users.listDeniedUsers({ userIds: [...userIds] }, call)).userIds;
        },
      },
      spenders: [this],
    });
  }

  onApplicationBootstrap(): void {
    this.#monitor.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#monitor.stop();
  }

  /** The signal aborts when the reader goes, or may not have the answer any more; then it is refused, whatever it is. */
  async until<T>(
    { request, response, access }: { request: HttpRequest; response: HttpResponse; access: Route['access'] },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const waiting = { userId: request.session.userId ?? '', access, stop: new AbortController() };
    this.#waiting.add(waiting);
    this.calls.leave(response);
    try {
      const answer = await work(AbortSignal.any([goneSignal(response), waiting.stop.signal]));
      await this.#mustHaveAccess(waiting);
      return answer;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  get users(): string[] {
    return [...this.#waiting].map(({ userId }) => userId);
  }

  stopUser(userId: string): void {
    void this.#stop(userId);
  }

  async #stop(userId: string): Promise<void> {
    for (const waiting of this.#waiting) {
      if (waiting.userId === userId) {
        await this.#mustHaveAccess(waiting).catch((reason: unknown) => waiting.stop.abort(reason));
      }
    }
  }

  // What was said a moment ago may be what has changed.
  async #mustHaveAccess({ userId, access }: WaitingAnswer): Promise<void> {
    this.accessOf.forget(userId);
    mustHaveAccess(access, await this.accessOf.userOf(userId));
  }
}
