import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { LiveEvent } from '@polylogue/api-contract';
import type { EventOf } from '@polylogue/proto';
import { BoundedQueue, Events } from '@polylogue/service-kit';
import { AnnouncementsService } from '../announcements/announcements.service.js';
import { AccessService } from '../auth/access.service.js';
import { OpenStreams } from '../auth/open-streams.js';
import {
  accessChanged,
  toBroadcastHint,
  toBroadcastHints,
  toCatalogHint,
  toExecutionHint,
  toJudgingHint,
  toServiceHint,
} from './live.mapper.js';

const catalogSettlesMs = 400;
const maxWaiting = 100;

/** One page. One that reads slowly loses the oldest hints: each only says what to refresh. */
interface Reader {
  userId: string;
  hints: BoundedQueue<LiveEvent>;
}

/** Turns what happens anywhere into hints for the pages it concerns. */
@Injectable()
export class LiveService implements OnModuleInit, OnApplicationShutdown {
  readonly #readers = new Set<Reader>();
  #stops: (() => void)[] = [];

  constructor(
    private readonly events: Events,
    private readonly access: AccessService,
    private readonly streams: OpenStreams,
    private readonly announcements: AnnouncementsService,
  ) {}

  onModuleInit(): void {
    const changed = (userId: string) => this.#accessChanged(userId);
    this.#stops = [
      this.events.watch(['ai_dispatch.service_status_changed.v1'], (_subject, event) =>
        this.#notifyAll(toServiceHint(event)),
      ),
      this.events.watch(['ai_dispatch.catalog_changed.v1'], (_subject, event) => this.#catalogChanged(event)),
      this.events.watch(['conversation.reply_stored.v1'], (_subject, event) =>
        this.#notify(event.userId, toBroadcastHint(event)),
      ),
      this.events.watch(['conversation.reply_stored.v2', 'conversation.broadcast_completed.v2'], (_subject, event) => {
        for (const hint of toBroadcastHints(event)) this.#notify(event.userId, hint);
      }),
      this.events.watch(['conversation.comparison_changed.v1'], (_subject, { userId, comparisonId }) =>
        this.#notify(userId, { event: 'comparison', data: { comparisonId } }),
      ),
      this.events.watch(['quality.assessment_recorded.v1'], (_subject, event) =>
        this.#notify(event.userId, toJudgingHint(event)),
      ),
      this.events.watch(['scheduler.execution_progressed.v1'], (_subject, event) =>
        this.#notify(event.userId, toExecutionHint(event, false)),
      ),
      this.events.watch(['scheduler.execution_finished.v1'], (_subject, event) =>
        this.#notify(event.userId, toExecutionHint(event, true)),
      ),
      this.events.watch(['admin.announcement_changed.v1'], () => {
        this.announcements.forget();
        this.#notifyAll({ event: 'announcement', data: {} });
      }),
      this.events.watch(['admin.notices_changed.v1'], (_subject, event) =>
        this.#notify(event.userId, { event: 'notices', data: {} }),
      ),
      this.events.watch(['admin.user_approved.v1'], (_subject, event) => changed(event.userId)),
      this.events.watch(['admin.user_access_changed.v1'], (_subject, event) => changed(event.userId)),
    ];
  }

  onApplicationShutdown(): void {
    for (const stop of this.#stops) stop();
  }

  /** One page's hints, counted in until the signal aborts. */
  async *hintsFor(userId: string, signal: AbortSignal): AsyncGenerator<LiveEvent> {
    const hints = new BoundedQueue<LiveEvent>({ maxItems: maxWaiting, whenFull: 'drop-oldest', signal });
    const reader = { userId, hints };
    this.#readers.add(reader);
    try {
      yield* hints;
    } finally {
      this.#readers.delete(reader);
    }
  }

  // The replicas of ai-dispatch get the event at the same moment: a page that read at once might meet one with the old rows.
  #catalogChanged(event: EventOf<'ai_dispatch.catalog_changed.v1'>): void {
    if (event.action === 'service_tested') return;
    setTimeout(() => this.#notifyAll(toCatalogHint(event)), catalogSettlesMs).unref();
  }

  // The event only brings forward what the next check with admin would bring within a second.
  #accessChanged(userId: string): void {
    this.access.forget(userId);
    this.#notify(userId, accessChanged);
    void this.streams.check();
  }

  #notify(userId: string, hint: LiveEvent): void {
    for (const reader of this.#readers) if (reader.userId === userId) reader.hints.push(hint);
  }

  #notifyAll(hint: LiveEvent): void {
    for (const reader of this.#readers) reader.hints.push(hint);
  }
}
