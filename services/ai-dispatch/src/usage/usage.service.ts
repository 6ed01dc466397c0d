import { Injectable } from '@nestjs/common';
import type { EstimateAccuracy, SumUsageResponse } from '@polylogue/proto';
import type { Caller } from '@polylogue/service-kit';
import { DaySums } from './day-sums.js';
import { EstimateAccuracyRepository } from './estimate-accuracy.repository.js';
import { TopSpenders } from './top-spenders.js';
import { TopSpendersCache } from './top-spenders-cache.js';
import { checkRange, type DayRange } from './usage-range.rules.js';
import { rowsOf, sumOf } from './usage-sums.rules.js';
import { toRow } from './usage.mapper.js';
import type { Group } from './usage.entity.js';
import { UsageRepository } from './usage.repository.js';

const maxRows = 500;
const rowsAtATime = 1_000;

/** Who has used what, for administrators. */
@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly days: DaySums,
    private readonly cache: TopSpendersCache,
    private readonly topSpenders: TopSpenders,
    private readonly accuracy: EstimateAccuracyRepository,
  ) {}

  async sum(caller: Caller, range: DayRange, group: Group, limit: number): Promise<SumUsageResponse> {
    caller.mustBeAdmin();
    checkRange(range);
    const max = limit > 0 && limit <= maxRows ? limit : maxRows;
    if (group === 'user' || group === 'api_key') {
      const owners = group === 'user' ? this.#users(range, max) : this.usage.sumByKey(range, max);
      const [days, found] = await Promise.all([this.days.of(range), owners]);
      return { ...found, total: sumOf(days) };
    }
    const days = await this.days.of(range);
    const rows = rowsOf(group, days);
    return { rows: rows.slice(0, max), found: rows.length, total: sumOf(days) };
  }

  /** Per service, how its latest calls of these days compare with what was expected of them. */
  estimateAccuracy(caller: Caller, range: DayRange): Promise<EstimateAccuracy[]> {
    caller.mustBeAdmin();
    checkRange(range);
    return this.accuracy.list(range);
  }

  async #users(range: DayRange, max: number) {
    return (await this.cache.of(range, max)) ?? this.topSpenders.of(range, max);
  }

  /** In pages, each from where the last one ended: no page is slower than another. */
  async *list(caller: Caller, range: DayRange, signal: AbortSignal) {
    caller.mustBeAdmin();
    checkRange(range);
    let after: Parameters<UsageRepository['page']>[1];
    while (!signal.aborted) {
      const rows = await this.usage.page(range, after, rowsAtATime);
      if (rows.length > 0) yield { rows: rows.map(toRow) };
      if (rows.length < rowsAtATime) return;
      const last = rows.at(-1);
      after = last && { day: last.day, userId: last.user_id, aiService: last.ai_service };
    }
  }
}
