import type { SuiteGap } from '@polylogue/proto';

const maxWhat = 200;
/** So many kinds are shown; those beyond stand together in the last. */
const maxKinds = 500;
/** The greatest that the wire has. */
const maxCount = 2 ** 31 - 1;

/** What does not map, each kind once with how often it stands there. */
export class LeftOut {
  readonly #gaps = new Map<string, SuiteGap>();

  add(what: string, reason: string, count = 1): void {
    const shown = what.slice(0, maxWhat);
    const key = `${shown}\n${reason}`;
    const known = this.#gaps.get(key);
    if (known) known.count += count;
    else this.#gaps.set(key, { what: shown, reason, count });
  }

  /** Each key of an object that has no counterpart here. */
  addKeys(value: object, known: readonly string[], where: string): void {
    for (const key of Object.keys(value))
      if (!known.includes(key)) this.add(`${where}${key}`, 'There is nothing like it here.');
  }

  /** What another one has, so many times. */
  addAll(other: LeftOut, times = 1): void {
    if (times === 0) return;
    for (const { what, reason, count } of other.#gaps.values()) this.add(what, reason, count * times);
  }

  list(): SuiteGap[] {
    const gaps = [...this.#gaps.values()];
    const shown = gaps.length > maxKinds ? [...gaps.slice(0, maxKinds - 1), together(gaps.slice(maxKinds - 1))] : gaps;
    return shown.map((gap) => ({ ...gap, count: Math.min(gap.count, maxCount) }));
  }
}

const together = (gaps: readonly SuiteGap[]): SuiteGap => ({
  what: 'more',
  reason: `There are ${gaps.length} other kinds of what is left out.`,
  count: gaps.reduce((sum, { count }) => sum + count, 0),
});
