import { Injectable } from '@nestjs/common';
import type { UsageRow } from '@polylogue/proto';
import { RecentAnswers } from '@polylogue/service-kit';
import type { DayRange } from './usage-range.rules.js';
import { UsageRepository } from './usage.repository.js';

/** Read again behind an answer that is older than this, and before one that is older than that. */
const freshMs = 2_000;
const staleMs = 60_000;
const remembered = 20;

interface Found {
  rows: UsageRow[];
  found: number;
}

/**
 * The users who cost most. To find them, all users have to be added up, which takes half a second for 100,000;
 * so what was found within a minute is answered at once, while it is added up anew.
 */
@Injectable()
export class TopSpenders {
  /** Replaced in tests. */
  now: () => number = Date.now;
  readonly #known = new RecentAnswers<Found>({ lastsMs: staleMs, max: remembered }, { now: () => this.now() });
  readonly #renewing = new Set<string>();

  constructor(private readonly usage: UsageRepository) {}

  of(range: DayRange, max: number): Promise<Found> {
    const key = `${range.from} ${range.to} ${max}`;
    const addUp = () => this.usage.sumByUser(range, max);
    const known = this.#known.find(key);
    if (!known) return this.#known.keep(key, addUp());
    if (known.ageMs >= freshMs && !this.#renewing.has(key)) this.#renew(key, addUp());
    return known.answer;
  }

  /** What is known stays, as long as it may, until something newer has been found. */
  #renew(key: string, renewed: Promise<Found>): void {
    const at = this.now();
    const isOver = () => void this.#renewing.delete(key);
    this.#renewing.add(key);
    renewed.then(() => this.#known.keep(key, renewed, at)).then(isOver, isOver);
  }
}
