import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import { AnalyticsRepository, type AnalyticsRow, type DayRow } from './analytics.repository.js';

/** Open panels poll every five seconds; the figures are counted at most this often, however many are open. */
const freshMs = 2_000;

export type Figures = AnalyticsRow & { days: DayRow[] };

@Injectable()
export class AnalyticsService {
  #counted: { at: number; figures: Promise<Figures> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly analytics: AnalyticsRepository,
  ) {}

  figures(caller: Caller): Promise<Figures> {
    caller.mustBeAdmin();
    const known = this.#counted;
    if (known && performance.now() - known.at < freshMs) return known.figures;
    const figures = this.#count();
    this.#counted = { at: performance.now(), figures };
    figures.catch(() => (this.#counted = undefined));
    return figures;
  }

  async #count(): Promise<Figures> {
    const tx = this.database.worker.manager;
    return { ...(await this.analytics.totals(tx)), days: await this.analytics.days(tx) };
  }
}
