import { Inject, Injectable } from '@nestjs/common';
import { METRICS } from '@polylogue/service-kit';
import { CircuitState } from 'cockatiel';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { fromMicros } from '../prices/micros.rules.js';
import type { CallCost } from '../prices/price.rules.js';
import type { FailureName } from '../providers/failures.rules.js';
import type { CallResult } from './call.js';

const labelNames = ['provider', 'ai_service'] as const;
const breakerStates: Partial<Record<CircuitState, number>> = {
  [CircuitState.Closed]: 0,
  [CircuitState.HalfOpen]: 1,
  [CircuitState.Open]: 2,
};

/** The metrics of calls to providers. No label holds a user, a model's text or an address. */
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

  constructor(@Inject(METRICS) registry: Registry) {
    const registers = [registry];
    const counter = <L extends string>(name: string, help: string, ...more: L[]) =>
      new Counter({ name, help, labelNames: [...labelNames, ...more], registers });
    const histogram = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, labelNames: [...labelNames], buckets, registers });
    const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: [...labelNames], registers });
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
    this.active.inc(labelsOf(entry));
  }

  ended(entry: AiServiceEntry, reply: CallResult, cost: CallCost | undefined): void {
    const labels = labelsOf(entry);
    const { outcome, failure, firstTokenMs, totalMs, end } = reply;
    this.active.dec(labels);
    this.calls.inc({ ...labels, outcome, failure: failure?.failure.code ?? 'none' });
    this.seconds.observe(labels, totalMs / 1000);
    if (firstTokenMs !== undefined) this.firstToken.observe(labels, firstTokenMs / 1000);
    this.tokens.inc({ ...labels, direction: 'input' }, end?.usage?.inputTokens ?? 0);
    this.tokens.inc({ ...labels, direction: 'output' }, end?.usage?.outputTokens ?? 0);
    if (cost) this.cost.inc({ ...labels, source: cost.source }, fromMicros(cost.micros));
    else if (end ?? firstTokenMs !== undefined) this.unpriced.inc(labels);
  }

  refused(entry: AiServiceEntry, limit: FailureName): void {
    this.refusals.inc({ ...labelsOf(entry), limit });
  }

  breakerIs(entry: AiServiceEntry, state: CircuitState): void {
    this.breaker.set(labelsOf(entry), breakerStates[state] ?? 0);
  }
}

const labelsOf = ({ provider, name }: AiServiceEntry) => ({ provider, ai_service: name });
