import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';
import { TopSpendersCacheRepository } from './top-spenders-cache.repository.js';
import { daysOfSpan, spanOf, spans } from './spans.rules.js';
import type { DayRange } from './usage-range.rules.js';

/** Fewer are added up as fast as they are looked up, and then nothing is a minute old. */
const many = 2_000;

/** The users who cost most in the usual spans of days: kept, and at most a minute old when the order is read. */
@Injectable()
export class TopSpendersCache {
  constructor(
    private readonly kept: TopSpendersCacheRepository,
    private readonly database: Database,
  ) {}

  /** Undefined for days that are not kept, or by so few that they need not be. */
  async of(range: DayRange, max: number, now = Date.now()) {
    const span = spanOf(range, now);
    return span === undefined ? undefined : this.kept.top(range, span, max, many);
  }

  async renew(now = Date.now()): Promise<void> {
    for (const span of spans) await this.#renewSpan(span, now);
  }

  #renewSpan(span: number, now: number): Promise<void> {
    return this.database.asWorker(async (tx) => {
      const known = await this.kept.take(tx, span);
      if (!known) return;
      const days = daysOfSpan(span, now);
      if (known.from !== days.from || known.open !== days.open) await this.kept.make(tx, span, days);
      await this.kept.renew(tx, span, days);
    });
  }
}
