import { Injectable } from '@nestjs/common';
import { groupBy, RecentAnswers } from '@polylogue/service-kit';
import { LRUCache } from 'lru-cache';
import { dayMs, dayOf } from './days.rules.js';
import { firstOpenDay } from './spans.rules.js';
import type { DayRange } from './usage-range.rules.js';
import type { DayOfService } from './usage-sums.rules.js';
import { UsageRepository } from './usage.repository.js';

const freshMs = 2_000;
const maxDays = 1_000;
const maxRanges = 20;

/**
 * The sums of each day and service. A day that is over stays as it was (the rows of an erased user go to the nil user, and
 * sums stay), so it is added up once; only what is still counted on is read again, at most every two seconds.
 */
@Injectable()
export class DaySums {
  /** Replaced in tests. */
  now: () => number = Date.now;
  readonly #over = new LRUCache<string, DayOfService[]>({ max: maxDays });
  readonly #read = new RecentAnswers<DayOfService[]>({ lastsMs: freshMs, max: maxRanges }, { now: () => this.now() });

  constructor(private readonly usage: UsageRepository) {}

  of(range: DayRange): Promise<DayOfService[]> {
    return this.#read.get(`${range.from} ${range.to}`, () => this.#rowsOf(range));
  }

  async #rowsOf({ from, to }: DayRange): Promise<DayOfService[]> {
    const firstOpen = firstOpenDay(this.now());
    const days = daysOf(from, to);
    const firstUnknown = days.find((day) => !this.#over.has(day));
    const known = days.slice(0, firstUnknown === undefined ? undefined : days.indexOf(firstUnknown));
    // Taken before anything is waited for, so that what is forgotten meanwhile is not missed.
    const remembered = known.flatMap((day) => this.#over.get(day) ?? []);
    if (firstUnknown === undefined) return remembered;
    const read = await this.usage.daySums({ from: firstUnknown, to });
    const byDay = groupBy(read, ({ day }) => day);
    for (const day of days.slice(known.length)) {
      if (day < firstOpen) this.#over.set(day, byDay.get(day) ?? []);
    }
    return [...remembered, ...read];
  }
}

function daysOf(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, index) => dayOf(new Date(first + index * dayMs)));
}
