import { Injectable } from '@nestjs/common';
import { dayOf, firstOpenDay } from './spans.rules.js';
import type { DayRange } from './usage-range.rules.js';
import type { DayOfService } from './usage-sums.rules.js';
import { UsageRepository } from './usage.repository.js';

const dayMs = 86_400_000;
const freshMs = 2_000;
const rememberedDays = 1_000;
const rememberedRanges = 20;

/**
 * The sums of each day and service. A day that is over stays as it was (somebody who is erased becomes nobody, and the
 * sums stay), so it is added up once; only what is still counted on is read again, at most every two seconds.
 */
@Injectable()
export class DaySums {
  readonly #over = new Map<string, DayOfService[]>();
  readonly #read = new Map<string, { at: number; rows: Promise<DayOfService[]> }>();

  constructor(private readonly usage: UsageRepository) {}

  of(range: DayRange, now = Date.now()): Promise<DayOfService[]> {
    const asked = `${range.from} ${range.to}`;
    const known = this.#read.get(asked);
    if (known && now - known.at < freshMs) return known.rows;
    const rows = this.#rowsOf(range, now);
    this.#read.delete(asked);
    keep(this.#read, asked, { at: now, rows }, rememberedRanges);
    rows.catch(() => this.#read.get(asked)?.rows === rows && this.#read.delete(asked));
    return rows;
  }

  async #rowsOf({ from, to }: DayRange, now: number): Promise<DayOfService[]> {
    const days = daysOf(from, to);
    const firstUnknown = days.find((day) => !this.#over.has(day));
    const known = days.slice(0, firstUnknown === undefined ? undefined : days.indexOf(firstUnknown));
    // Taken before anything is waited for, so that what is forgotten meanwhile is not missed.
    const remembered = known.flatMap((day) => this.#over.get(day) ?? []);
    if (firstUnknown === undefined) return remembered;
    const read = await this.usage.daySums({ from: firstUnknown, to });
    const byDay = toDays(read);
    const firstOpen = firstOpenDay(now);
    for (const day of days.slice(known.length)) {
      if (day < firstOpen) keep(this.#over, day, byDay.get(day) ?? [], rememberedDays);
    }
    return [...remembered, ...read];
  }
}

function daysOf(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, index) => dayOf(first + index * dayMs));
}

function keep<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value as string);
}

function toDays(rows: readonly DayOfService[]): Map<string, DayOfService[]> {
  const days = new Map<string, DayOfService[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return days;
}
