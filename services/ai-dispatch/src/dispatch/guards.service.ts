import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type ConcurrencyLimit, type Logger } from '@polylogue/service-kit';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { AiDispatchConfig } from '../config.js';
import type { FailureName } from '../providers/failures.rules.js';
import { ProviderError } from '../providers/provider.errors.js';
import { bulkheadOf } from './bulkhead.js';
import { CallMetrics } from './call-metrics.js';

interface Guard {
  bulkhead: ConcurrencyLimit;
  breaker: CircuitBreakerPolicy;
  /** The last failure that counted for the breaker. */
  lastFailure?: FailureName;
}

/** A bulkhead and a breaker for each service, so that one can neither slow nor fail another. */
@Injectable()
export class GuardsService {
  private readonly guards = new WeakMap<AiServiceEntry, Guard>();

  constructor(
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: CallMetrics,
  ) {}

  /** Resolves with the function that releases the slot. */
  enter(entry: AiServiceEntry, signal: AbortSignal): Promise<() => void> {
    return this.guardOf(entry).bulkhead.enter(signal);
  }

  /** Runs the beginning of a call; refuses it while the service is left alone. */
  async tryOpen<T>(entry: AiServiceEntry, begin: () => Promise<T>): Promise<T> {
    const guard = this.guardOf(entry);
    const { breaker } = guard;
    // While one call tries the service again, cockatiel would let all others wait for its outcome.
    if (breaker.state === CircuitState.HalfOpen) throw leftAlone(guard);
    try {
      return await breaker.execute(begin);
    } catch (thrown) {
      if (thrown instanceof BrokenCircuitError) throw leftAlone(guard);
      if (thrown instanceof ProviderError && thrown.failure.tripsBreaker) guard.lastFailure = thrown.reason;
      throw thrown;
    }
  }

  private guardOf(entry: AiServiceEntry): Guard {
    let guard = this.guards.get(entry);
    if (!guard) this.guards.set(entry, (guard = this.createGuard(entry)));
    return guard;
  }

  private createGuard(entry: AiServiceEntry): Guard {
    const { name, limits } = entry;
    const breaker = circuitBreaker(
      handleWhen((error) => error instanceof ProviderError && error.failure.tripsBreaker),
      {
        halfOpenAfter: this.config.AI_DISPATCH_BREAKER_MS,
        breaker: new ConsecutiveBreaker(this.config.AI_DISPATCH_BREAKER_FAILURES),
      },
    );
    breaker.onBreak(() => this.logger.warn({ aiService: name }, 'breaker opened: a service failed too often'));
    breaker.onReset(() => this.logger.info({ aiService: name }, 'breaker closed: the service answers again'));
    this.metrics.breakerIs(entry, breaker.state);
    breaker.onStateChange((state) => this.metrics.breakerIs(entry, state));
    return { bulkhead: bulkheadOf(limits), breaker };
  }
}

const leftAlone = ({ lastFailure }: Guard) => new ProviderError('breakerOpen', undefined, undefined, lastFailure);
