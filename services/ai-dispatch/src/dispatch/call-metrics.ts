import { Inject, Injectable } from '@nestjs/common';
import { METRICS } from '@polylogue/service-kit';
import { CircuitState } from 'cockatiel';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { fromMicros } from '../prices/micros.rules.js';
import type { CallCost } from '../prices/price.rules.js';
import type { FailureName } from '../providers/failures.rules.js';
import { CallTally, type CallEnding } from './call-tally.js';

const labelNames = ['provider', 'ai_service'] as const;
const breakerStates: Partial<Record<CircuitState, number>> = {
  [CircuitState.Closed]: 0,
  [CircuitState.HalfOpen]: 1,
  [CircuitState.Open]: 2,
};

interface CountedService {
  labels: ReturnType<typeof labelsOf>;
  active: number;
  tally: CallTally;
}

/** So many calls to a service are kept at most until they are counted. */
const maxKept = 1_000;

/**
 * The metrics of calls to providers, counted when they are read: to count is to sort labels, for seven metrics and at the end of
 * every call. No label holds a user, a model's text or an address.
 */
@Injectable()
export class CallMetrics {
  private readonly calls;
  private readonly refusals;
  private readonly seconds;
  private readonly firstToken;
  private readonly tokens;
  private readonly cost;
  private readonly unpriced;
  private readonly breaker;
  private readonly active;
  private readonly services = new Map<string, CountedService>();

  constructor(@Inject(METRICS) registry: Registry) {
    const shared = { registers: [registry], collect: () => this.count() };
    const counter = <L extends string>(name: string, help: string, ...more: L[]) =>
      new Counter({ name, help, labelNames: [...labelNames, ...more], ...shared });
    const histogram = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, labelNames: [...labelNames], buckets, ...shared });
    const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: [...labelNames], ...shared });
    const longBuckets = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160];
    const shortBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32];
    this.calls = counter('ai_calls_total', 'Calls that ended, by outcome and failure', 'outcome', 'failure');
    this.refusals = counter('ai_calls_refused_total', 'Calls that a limit refused, by limit', 'limit');
    this.seconds = histogram('ai_call_seconds', 'Duration of calls from asking to the end', longBuckets);
    this.firstToken = histogram('ai_first_token_seconds', 'Time from sending to the first text', shortBuckets);
    this.tokens = counter('ai_tokens_total', 'Tokens as providers counted them', 'direction');
    this.cost = counter('ai_cost_usd_total', 'Dollars, as providers said or as the price list estimates', 'source');
    this.unpriced = counter('ai_unpriced_calls_total', 'Calls that brought something and whose cost is unknown');
    this.breaker = gauge('ai_breaker_state', 'Breaker: 0 closed, 1 half open, 2 open');
    this.active = gauge('ai_active_calls', 'Calls under way in this process');
  }

  began(entry: AiServiceEntry): void {
    this.of(entry).active += 1;
  }

  ended(entry: AiServiceEntry, ending: CallEnding, cost: CallCost | undefined): void {
    const service = this.of(entry);
    service.active -= 1;
    service.tally.add(ending, cost);
    if (service.tally.seconds.length >= maxKept) this.count();
  }

  refused(entry: AiServiceEntry, limit: FailureName): void {
    this.refusals.inc({ ...labelsOf(entry), limit });
  }

  breakerIs(entry: AiServiceEntry, state: CircuitState): void {
    this.breaker.set(labelsOf(entry), breakerStates[state] ?? 0);
  }

  private of(entry: AiServiceEntry): CountedService {
    const key = `${entry.provider} ${entry.name}`;
    let service = this.services.get(key);
    if (!service) {
      service = { labels: labelsOf(entry), active: 0, tally: new CallTally() };
      this.services.set(key, service);
    }
    return service;
  }

  private count(): void {
    for (const service of this.services.values()) {
      const { labels, active, tally } = service;
      service.tally = new CallTally();
      this.active.set(labels, active);
      if (tally.seconds.length > 0) this.countCalls(labels, tally);
    }
  }

  private countCalls(labels: CountedService['labels'], tally: CallTally): void {
    for (const [key, calls] of tally.calls) {
      const [outcome = '', failure = ''] = key.split(' ');
      this.calls.inc({ ...labels, outcome, failure }, calls);
    }
    for (const each of tally.seconds) this.seconds.observe(labels, each);
    for (const each of tally.firstTokenSeconds) this.firstToken.observe(labels, each);
    this.tokens.inc({ ...labels, direction: 'input' }, tally.inputTokens);
    this.tokens.inc({ ...labels, direction: 'output' }, tally.outputTokens);
    for (const [source, micros] of tally.micros) this.cost.inc({ ...labels, source }, fromMicros(micros));
    if (tally.unpriced > 0) this.unpriced.inc(labels, tally.unpriced);
  }
}

const labelsOf = ({ provider, name }: AiServiceEntry) => ({ provider, ai_service: name });
