import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger } from '@polylogue/service-kit';
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
import { ProviderError } from '../providers/provider.errors.js';
import { Bulkhead } from './bulkhead.js';
import { CallMetrics } from './call-metrics.js';

interface Guard {
  bulkhead: Bulkhead;
  breaker: CircuitBreakerPolicy;
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
    const { breaker } = this.guardOf(entry);
    // While one call tries the service again, cockatiel would let all others wait for its outcome.
    if (breaker.state === CircuitState.HalfOpen) throw new ProviderError('breakerOpen');
    try {
      return await breaker.execute(begin);
    } catch (thrown) {
      throw thrown instanceof BrokenCircuitError ? new ProviderError('breakerOpen') : thrown;
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
    breaker.onBreak(() => this.logger.warn({ aiService: name }, 'a service failed too often and is left alone'));
    breaker.onReset(() => this.logger.info({ aiService: name }, 'a service answers again'));
    this.metrics.breakerIs(entry, breaker.state);
    breaker.onStateChange((state) => this.metrics.breakerIs(entry, state));
    return { bulkhead: new Bulkhead(limits), breaker };
  }
}
