import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Allowance, TakeAllowanceRequest } from '@polylogue/proto';
import { CONFIG, type Caller, type CallingKey } from '@polylogue/service-kit';
import { CatalogService } from '../catalog/catalog.service.js';
import type { AiDispatchConfig } from '../config.js';
import { PricesService } from '../prices/prices.service.js';
import { UsageRepository } from '../usage/usage.repository.js';
import { isExhausted, isOver } from './budget.rules.js';
import { BudgetsRepository } from './budgets.repository.js';
import { dayOf, secondsToNextDay } from '../usage/days.rules.js';
import { estimateSpending, tokensOfBytes, type Spending } from './estimate.rules.js';
import { KeyBudgetsRepository } from './key-budgets.repository.js';
import { budgetUsedUp, keyBudgetUsedUp, tooManyAtOnce, tooManyCalls } from './limits.errors.js';
import { LimitsService } from './limits.service.js';
import { RequestedCalls } from './requested-calls.js';

/** The calls a user has left, checked before a request is taken in as a whole. */
@Injectable()
export class AllowanceService {
  /** Replaced in tests. */
  now: () => Date = () => new Date();

  constructor(
    private readonly limits: LimitsService,
    private readonly requested: RequestedCalls,
    private readonly budgets: BudgetsRepository,
    private readonly keyBudgets: KeyBudgetsRepository,
    private readonly prices: PricesService,
    private readonly usage: UsageRepository,
    private readonly catalog: CatalogService,
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
  ) {}

  /** Answers whether anything is limited at all. */
  async take(caller: Caller, request: TakeAllowanceRequest): Promise<boolean> {
    caller.mustBeApproved();
    const { AI_DISPATCH_USER_CALLS_PER_MINUTE: maxCalls, AI_DISPATCH_USER_STREAMS: maxStreams } = this.config;
    const { userId, apiKey } = caller;
    const isFree = !this.limits.hasBudget && apiKey?.dailyBudgetMicros === undefined;
    if (isFree && maxStreams === 0 && maxCalls === 0) return false;
    const repeat = repeatOf(userId, request);
    try {
      await this.mustFitBudgets(caller, request);
    } catch (error) {
      // One that is repeated has passed already.
      if (repeat !== undefined && (await this.requested.wereTaken(repeat))) return true;
      throw error;
    }
    if (maxStreams === 0 && maxCalls === 0 && repeat === undefined) return true;
    const calls = request.aiServices.length;
    const wanted = { userId, calls, maxPerMinute: maxCalls, maxAtOnce: maxStreams, repeat };
    const lacking = await this.requested.take(wanted);
    if (lacking === 'atOnce') throw tooManyAtOnce();
    if (lacking !== undefined) throw tooManyCalls(lacking);
    return true;
  }

  /** What the keys of the caller used today; an administrator may name another user. */
  async keySpending(caller: Caller, userId = caller.userId) {
    if (userId !== caller.userId) caller.mustBeAdmin();
    return { keys: await this.keyBudgets.listOf(userId, dayOf(this.now())) };
  }

  async find({ userId }: Caller): Promise<Allowance> {
    const day = dayOf(this.now());
    const { budget } = this.limits;
    const [{ spent, reserved }, sums] = await Promise.all([
      this.budgets.findDay(userId, day),
      this.usage.sumOf(userId, day),
    ]);
    return {
      day,
      spentMicros: spent.micros,
      reservedMicros: reserved.micros,
      budgetMicros: budget.micros,
      spentTokens: spent.tokens,
      reservedTokens: reserved.tokens,
      budgetTokens: budget.tokens,
      calls: sums.calls,
      unpricedCalls: sums.unpricedCalls,
      exhausted: isExhausted(budget, [spent, reserved]),
    };
  }

  private async mustFitBudgets({ userId, apiKey }: Caller, request: TakeAllowanceRequest): Promise<void> {
    if (apiKey) await this.mustFitKeyBudget(userId, apiKey, request);
    if (this.limits.hasBudget) await this.mustFitBudget(userId, request.aiServices, request.textBytes);
  }

  private async mustFitKeyBudget(userId: string, key: CallingKey, { aiServices, textBytes }: TakeAllowanceRequest) {
    if (key.dailyBudgetMicros === undefined) return;
    const used = await this.keyBudgets.usedOf({ userId, apiKeyId: key.id, day: dayOf(this.now()) });
    const estimates = aiServices.map((name) => this.estimate(name, textBytes));
    const wanted = estimates.reduce((sum, { micros }) => sum + micros, used);
    // Nothing is left also where the price of what is asked for is not known.
    if (wanted <= key.dailyBudgetMicros && used < key.dailyBudgetMicros) return;
    throw keyBudgetUsedUp(secondsToNextDay(this.now()));
  }

  // A look ahead for all services together; what is really set aside is decided call by call.
  private async mustFitBudget(userId: string, aiServices: readonly string[], textBytes: number): Promise<void> {
    const day = dayOf(this.now());
    const estimates = aiServices.map((name) => this.estimate(name, textBytes));
    // Far for the dearest is far for each.
    if (await this.limits.isFarFromBudget(userId, day, dearestOf(estimates))) return;
    const { spent, reserved } = await this.budgets.findDay(userId, day);
    if (isOver(this.limits.budget, [spent, reserved, ...estimates])) throw budgetUsedUp(secondsToNextDay(this.now()));
  }

  private estimate(name: string, textBytes: number): Spending {
    const entry = this.catalog.find(name);
    const price = entry && this.prices.priceOf(entry);
    return estimateSpending(price, tokensOfBytes(textBytes), this.config.AI_DISPATCH_EXPECTED_OUTPUT_TOKENS);
  }
}

const dearestOf = (estimates: readonly Spending[]): Spending => ({
  micros: Math.max(0, ...estimates.map(({ micros }) => micros)),
  tokens: Math.max(0, ...estimates.map(({ tokens }) => tokens)),
});

// Another request under the same key is no repeat: it would pass without being counted.
function repeatOf(userId: string, { repeatKey, aiServices, textBytes }: TakeAllowanceRequest): string | undefined {
  if (repeatKey === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([userId, repeatKey, aiServices, textBytes]))
    .digest('base64url');
}
