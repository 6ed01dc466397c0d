import { Injectable } from '@nestjs/common';
import type { UsageRow } from '@polylogue/proto';
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
 * The people who cost most. To name them, everybody has to be added up, which takes half a second for a hundred thousand;
 * so what was found within a minute is answered at once, while it is added up anew.
 */
@Injectable()
export class DearestPeople {
  readonly #known = new Map<string, { at: number; found: Promise<Found>; renewing?: boolean }>();

  constructor(private readonly usage: UsageRepository) {}

  of(range: DayRange, most: number, now = Date.now()): Promise<Found> {
    const asked = `${range.from} ${range.to} ${most}`;
    const known = this.#known.get(asked);
    const age = known ? now - known.at : Infinity;
    if (!known || age >= staleMs) return this.#keep(asked, now, this.usage.sumByUser(range, most));
    if (age >= freshMs && !known.renewing) {
      known.renewing = true;
      const renewed = this.usage.sumByUser(range, most);
      renewed.then(
        () => this.#keep(asked, now, renewed),
        () => (known.renewing = false),
      );
    }
    return known.found;
  }

  #keep(asked: string, at: number, found: Promise<Found>): Promise<Found> {
    this.#known.delete(asked);
    this.#known.set(asked, { at, found });
    if (this.#known.size > remembered) this.#known.delete(this.#known.keys().next().value as string);
    found.catch(() => this.#known.get(asked)?.found === found && this.#known.delete(asked));
    return found;
  }
}
