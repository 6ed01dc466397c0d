import { Inject, Injectable } from '@nestjs/common';
import { answerWithin, CONFIG, RecentAnswers } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { isOver, type Budget } from './budget.rules.js';
import { BudgetsRepository, type BudgetDay } from './budgets.repository.js';
import type { Spending } from './estimate.rules.js';

/** A day as it was read, and what was let go since without being set aside. */
interface Total extends BudgetDay {
  added: Spending;
  isBeingRead: boolean;
}

const keptMs = 60_000;
const freshMs = 5_000;
const none: Spending = { micros: 0, tokens: 0 };
const readMs = 500;
/** A total is read again behind the calls that found it old: they are about to call their providers. */
const behindMs = 50;
const maxKept = 10_000;
/** Where the number of calls at a time is not limited: as many as its default. */
const usualAtOnce = 150;

/**
 * Whether a user is far from the budget of a day, answered from memory: most calls of most users are, and nothing needs to
 * be set aside for them. What is known here may be some seconds behind what other replicas book, so far means that the
 * maximum of concurrent calls would all fit. Nearer than that each call is counted in Postgres before it is made.
 */
@Injectable()
export class DayTotals {
  /** Replaced in tests. */
  now: () => number = () => performance.now();
  private readonly known = new RecentAnswers<Total>({ lastsMs: keptMs, max: maxKept }, { now: () => this.now() });

  constructor(
    private readonly budgets: BudgetsRepository,
    @Inject(CONFIG) private readonly config: Pick<AiDispatchConfig, 'AI_DISPATCH_USER_STREAMS'>,
  ) {}

  async isFar(budget: Budget, userId: string, day: string, estimate: Spending): Promise<boolean> {
    const { spent, reserved, added } = await this.find(userId, day);
    return !isOver(budget, [
      spent,
      reserved,
      added,
      times(estimate, this.config.AI_DISPATCH_USER_STREAMS || usualAtOnce),
    ]);
  }

  /** Counts a call that is made without being set aside, until its end is read back. */
  async add(userId: string, day: string, { micros, tokens }: Spending): Promise<void> {
    const { added } = await this.find(userId, day);
    added.micros += micros;
    added.tokens += tokens;
  }

  private async find(userId: string, day: string): Promise<Total> {
    const key = `${userId} ${day}`;
    const known = this.known.find(key);
    if (!known) return this.known.keep(key, this.read(userId, day)).catch(nothingKnown);
    const total = await known.answer.catch(nothingKnown);
    if (known.ageMs > freshMs && !total.isBeingRead) this.readSoon(total, userId, day);
    return total;
  }

  /** In the background: callers meanwhile get what was known. */
  private readSoon(known: Total, userId: string, day: string): void {
    known.isBeingRead = true;
    setTimeout(() => void this.readAgain(known, userId, day), behindMs).unref();
  }

  private async readAgain(known: Total, userId: string, day: string): Promise<void> {
    try {
      const total = await this.read(userId, day);
      await this.known.keep(`${userId} ${day}`, Promise.resolve(total));
    } catch {
      // Postgres is away: what was known holds until it lapses.
      known.isBeingRead = false;
    }
  }

  private async read(userId: string, day: string): Promise<Total> {
    const read = await answerWithin(
      readMs,
      this.budgets.findDay(userId, day),
      'The total of a day was not read in time',
    );
    return { ...read, added: { ...none }, isBeingRead: false };
  }
}

// A Postgres that is away delays no call that is small beside the budget; the others are counted there, or wait.
const nothingKnown = (): Total => ({
  spent: { ...none },
  reserved: { ...none },
  added: { ...none },
  isBeingRead: false,
});

const times = ({ micros, tokens }: Spending, count: number) => ({ micros: micros * count, tokens: tokens * count });
