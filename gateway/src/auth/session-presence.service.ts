import { Inject, Injectable } from '@nestjs/common';
import { Database, Events, isWithin, LOGGER, type Logger } from '@polylogue/service-kit';
import { LRUCache } from 'lru-cache';
import { Clock } from '../clock.js';
import { SessionRows } from './session-rows.js';
import type { HttpRequest } from '../http/http-messages.js';

const publishEveryMs = 60_000;
const maxSessions = 20_000;

/** What is published of a session. */
export interface Presence {
  userId: string;
  publicId: string;
  startedAt: Date;
}

/** Publishes when sessions begin, are used and end. In the background: no request waits for it or fails because of it. */
@Injectable()
export class SessionPresence {
  readonly #publishedAt = new LRUCache<string, number>({ max: maxSessions });

  constructor(
    private readonly database: Database,
    private readonly events: Events,
    @Inject(SessionRows) private readonly sessions: SessionRows,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Notes that a session is used, at most once a minute. */
  see({ session, sessionID }: HttpRequest): void {
    const { userId, publicId, startedAt } = session;
    const now = this.clock.now();
    const publishedAt = this.#publishedAt.get(sessionID) ?? -Infinity;
    if (!userId || !publicId || !startedAt || isWithin(publishedAt, now, publishEveryMs)) return;
    this.#publishedAt.set(sessionID, now);
    this.#unlessItFails(async () => {
      await this.sessions.see(sessionID, new Date(now));
      await this.#publish({ userId, publicId, startedAt: new Date(startedAt) }, now, false);
    });
  }

  ended(presence: Presence): void {
    this.#unlessItFails(() => this.#publish(presence, this.clock.now(), true));
  }

  #publish({ userId, publicId: sessionId, startedAt }: Presence, at: number, isEnded: boolean): Promise<void> {
    const event = { sessionId, userId, startedAt, seenAt: new Date(at), isEnded };
    return this.database.asWorker((tx) =>
      this.events.in(tx).publish('gateway.session_seen.v1', event, { aggregateId: sessionId }),
    );
  }

  #unlessItFails(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.logger.warn({ err: error }, 'publishing gateway.session_seen.v1 failed'));
  }
}
