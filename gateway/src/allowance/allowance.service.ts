import { Inject, Injectable } from '@nestjs/common';
import type { OwnAllowance, Route } from '@polylogue/api-contract';
import { isBlindName } from '@polylogue/proto';
import { AppError, currentContext, isWithin, LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { Clock } from '../clock.js';
import { mustBeUsable } from '../key-access/key-services.js';
import { toOwnAllowance } from './allowance.mapper.js';

// While nothing is limited, requests are not held up by the check; a limit that is set takes effect this much later.
const freeMs = 5_000;

/** For a service whose name only conversation knows. */
export const unknownService = '';

const dayMs = 86_400_000;

function keyBudgetUsedUp(now: number): AppError {
  const sentence = 'The budget of this API key for today is used up. It starts anew at 00:00 UTC.';
  const retryAfterSeconds = Math.ceil((dayMs - (now % dayMs)) / 1000);
  return new AppError('rate_limited', 'key_budget_exhausted', sentence, { retryAfterSeconds });
}

/** The limits of the caller, checked before a request that spends money is accepted. */
@Injectable()
export class AllowanceService {
  /** Replaced in tests. */
  takeMs = 500;
  #foundFreeAt = -Infinity;

  constructor(
    @InjectClient('allowance') private readonly allowance: ClientOf<'allowance'>,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes a call to each of these services; throws `rate_limited` when that is more than the caller may have, and
   * `forbidden` for a service that the caller's API key was not allowed. Repeated under its idempotency key the same call
   * takes nothing.
   */
  async take(route: Pick<Route, 'path'>, key: string | undefined, aiServices: readonly string[], text = '') {
    const named = aiServices.map((name) => (isBlindName(name) ? unknownService : name));
    mustBeUsable(named);
    const hasOwnBudget = currentContext()?.apiKey?.dailyBudgetMicros !== undefined;
    if (!hasOwnBudget && isWithin(this.#foundFreeAt, this.clock.now(), freeMs)) return;
    const repeatKey = key && `${route.path} ${key}`;
    const request = { aiServices: named, textBytes: Buffer.byteLength(text), repeatKey };
    try {
      const { limited } = await this.allowance.takeAllowance(request, { deadlineMs: this.takeMs });
      if (!limited) this.#foundFreeAt = this.clock.now();
    } catch (error) {
      if (AppError.is(error) && error.kind === 'rate_limited') throw error;
      // Let it through: without ai-dispatch nothing is spent either, and it decides again about each call.
      this.logger.debug({ err: error }, 'allowance not checked: ai-dispatch did not answer');
    }
  }

  /** For what is paid for later, call by call: refuses a key that has nothing left of its own budget of today. */
  async mustHaveKeyBudget(): Promise<void> {
    const { id, dailyBudgetMicros } = currentContext()?.apiKey ?? {};
    if (dailyBudgetMicros === undefined) return;
    const { keys } = await this.allowance.listKeySpending({}, { deadlineMs: this.takeMs });
    const { spentMicros = 0, reservedMicros = 0 } = keys.find(({ apiKeyId }) => apiKeyId === id) ?? {};
    if (spentMicros + reservedMicros >= dailyBudgetMicros) throw keyBudgetUsedUp(this.clock.now());
  }

  async own(): Promise<OwnAllowance> {
    return toOwnAllowance(await this.allowance.getAllowance({}));
  }
}
