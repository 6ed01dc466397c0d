import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Caller } from '@polylogue/service-kit';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { AiDispatchConfig } from '../config.js';
import { PricesService } from '../prices/prices.service.js';
import type { FailureName } from '../providers/failures.rules.js';
import type { Budget } from './budget.rules.js';
import { BudgetsRepository } from './budgets.repository.js';
import { DayTotals } from './day-totals.js';
import { KeyBudgetsRepository } from './key-budgets.repository.js';
import { dayOf } from '../usage/days.rules.js';
import type { Denial } from './expected-places.js';
import { estimateSpending, type Spending } from './estimate.rules.js';
import { Slots, type CallLimit } from './slots.js';
import { Rates } from './rates.js';

/** A call that wants to be made. */
export interface Candidate {
  callId: string;
  caller: Pick<Caller, 'userId' | 'isPresent' | 'apiKey'>;
  entry: AiServiceEntry;
  /** What is sent, counted by us. */
  inputTokens: number;
  startedAt: Date;
}

/** Either why a call is not made, or how to give back what it holds. */
export type Admission = { refused: FailureName } | Admitted;

export interface Admitted {
  /** The call has ended, whatever it brought: its slot is free. */
  leave(): void;
  /** The call was not made after all: nothing was spent. */
  giveBack(): Promise<void>;
}

/** What was set aside. */
type Held = Pick<Admitted, 'giveBack'>;

const nothingHeld: Admitted = { leave: () => undefined, giveBack: () => Promise.resolve() };

/** The limits of users and services, exact for all replicas together. One call's limit is never another's. */
@Injectable()
export class LimitsService {
  constructor(
    private readonly rates: Rates,
    private readonly slots: Slots,
    private readonly budgets: BudgetsRepository,
    private readonly keyBudgets: KeyBudgetsRepository,
    private readonly totals: DayTotals,
    private readonly prices: PricesService,
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
  ) {}

  get budget(): Budget {
    const { AI_DISPATCH_USER_DAILY_BUDGET: micros, AI_DISPATCH_USER_DAILY_TOKENS: tokens } = this.config;
    return { micros: micros || undefined, tokens: tokens || undefined };
  }

  get hasBudget(): boolean {
    return Object.values(this.budget).some((max) => max !== undefined);
  }

  /** Admits one call or says why not. Undefined right away while nothing is limited: most calls wait for nothing. */
  admit(call: Candidate): Promise<Admission> | undefined {
    const rates = this.ratesOf(call);
    const atATime = this.concurrencyOf(call);
    const hasBudget = this.hasBudget || call.caller.apiKey?.dailyBudgetMicros !== undefined;
    if (rates.length === 0 && atATime.length === 0 && !hasBudget) return undefined;
    return this.decide(call, rates, atATime);
  }

  private async decide(
    call: Candidate,
    rates: readonly CallLimit[],
    atATime: readonly CallLimit[],
  ): Promise<Admission> {
    const entered = await this.slots.enter(atATime);
    if (typeof entered !== 'function') return { refused: refusalOf(entered) };
    try {
      for (const { kind, name, max } of rates) {
        const wait = await this.rates.take(kind, name, max);
        if (wait === undefined) continue;
        entered();
        return { refused: kind === 'user' ? 'userCalls' : 'serviceCalls' };
      }
      const held = await this.setAside(call);
      if (!('refused' in held)) return { giveBack: held.giveBack, leave: entered };
      entered();
      return held;
    } catch (error) {
      entered();
      throw error;
    }
  }

  // The calls of a session were taken from its allowance in the gateway, all of a request or none.
  private ratesOf({ caller, entry }: Candidate): CallLimit[] {
    const { AI_DISPATCH_USER_CALLS_PER_MINUTE: ofUser, AI_DISPATCH_SERVICE_CALLS_PER_MINUTE: ofService } = this.config;
    return limited([
      { kind: 'user', name: caller.userId, max: caller.isPresent ? 0 : ofUser },
      { kind: 'service', name: entry.name, max: entry.limits.callsPerMinute ?? ofService },
    ]);
  }

  private concurrencyOf({ caller, entry }: Candidate): CallLimit[] {
    const { AI_DISPATCH_USER_STREAMS: ofUser, AI_DISPATCH_SERVICE_STREAMS: ofService } = this.config;
    return limited([
      { kind: 'user', name: caller.userId, max: ofUser },
      { kind: 'service', name: entry.name, max: entry.limits.streams ?? ofService },
    ]);
  }

  /** Far from the budget of the day, whatever else is under way: nothing has to be set aside for such a call. */
  isFarFromBudget(userId: string, day: string, estimate: Spending): Promise<boolean> {
    return this.totals.isFar(this.budget, userId, day, estimate);
  }

  private async setAside(call: Candidate): Promise<Held | { refused: FailureName }> {
    const { entry, inputTokens } = call;
    const expected = this.config.AI_DISPATCH_EXPECTED_OUTPUT_TOKENS;
    const estimate = estimateSpending(this.prices.priceOf(entry), inputTokens, expected);
    const ofKey = await this.setAsideOfKey(call, estimate);
    if (!ofKey) return { refused: 'keyBudget' };
    const ofUser = this.hasBudget ? await this.setAsideOfUser(call, estimate) : nothingHeld;
    if (ofUser) return { giveBack: () => Promise.all([ofKey.giveBack(), ofUser.giveBack()]).then(() => undefined) };
    await ofKey.giveBack();
    return { refused: 'budget' };
  }

  /** Undefined where the budget of the key leaves no room. */
  private async setAsideOfKey({ callId, caller, startedAt }: Candidate, { micros }: Spending) {
    const { userId, apiKey } = caller;
    if (apiKey?.dailyBudgetMicros === undefined) return nothingHeld;
    const reservation = { callId, userId, apiKeyId: apiKey.id, day: dayOf(startedAt), micros };
    const isReserved = await this.keyBudgets.reserve(reservation, apiKey.dailyBudgetMicros);
    return isReserved ? { giveBack: () => this.keyBudgets.release(callId) } : undefined;
  }

  /** Undefined where the budget of the user leaves no room. */
  private async setAsideOfUser(
    { callId, caller, startedAt }: Candidate,
    estimate: Spending,
  ): Promise<Held | undefined> {
    const { userId } = caller;
    const day = dayOf(startedAt);
    if (await this.isFarFromBudget(userId, day, estimate)) {
      await this.totals.add(userId, day, estimate);
      return nothingHeld;
    }
    const isReserved = await this.budgets.reserve({ callId, userId, day, ...estimate }, this.budget);
    return isReserved ? { giveBack: () => this.budgets.release(callId) } : undefined;
  }
}

const refusalOf = ({ kind, denial }: CallLimit & { denial?: Denial }): FailureName => {
  if (kind === 'service') return 'serviceStreams';
  return denial === 'inMinute' ? 'userCalls' : 'userStreams';
};

const limited = (limits: CallLimit[]): CallLimit[] => limits.filter(({ max }) => max > 0);
