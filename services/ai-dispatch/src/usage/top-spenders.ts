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
 * The users who cost most. To name them, everybody has to be added up, which takes half a second for a hundred thousand;
 * so what was found within a minute is answered at once, while it is added up anew.
 */
@Injectable()
export class TopSpenders {
  /** Replaced in tests. */
  now: () => number = Date.now;
  readonly #known = new RecentAnswers<Found>({ lastsMs: staleMs, max: remembered }, { now: () => this.now() });
  readonly #renewing = new Set<string>();

  constructor(private readonly usage: UsageRepository) {}

  of(range: DayRange, most: number): Promise<Found> {
    const asked = `${range.from} ${range.to} ${most}`;
    const addUp = () => this.usage.sumByUser(range, most);
    const known = this.#known.find(asked);
    if (!known) return this.#known.keep(asked, addUp());
    if (known.ageMs >= freshMs && !this.#renewing.has(asked)) this.#renew(asked, addUp());
    return known.answer;
  }

  /** What is known stays, as long as it may, until something newer has been found. */
  #renew(asked: string, renewed: Promise<Found>): void {
    const at = this.now();
    const isOver = () => void this.#renewing.delete(asked);
    this.#renewing.add(asked);
    renewed.then(() => this.#known.keep(asked, renewed, at)).then(isOver, isOver);
  }
}
