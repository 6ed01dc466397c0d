import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@polylogue/service-kit';
import { Registry } from 'prom-client';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { AiDispatchConfig } from '../config.js';
import type { FailureName } from '../providers/failures.rules.js';
import { ProviderError } from '../providers/provider.errors.js';
import { CallMetrics } from './call-metrics.js';
import { GuardsService } from './guards.service.js';

const config = { AI_DISPATCH_BREAKER_FAILURES: 2, AI_DISPATCH_BREAKER_MS: 30_000 } as AiDispatchConfig;
const logger = { warn: () => undefined, info: () => undefined } as unknown as Logger;
const entry = { name: 'one', provider: 'openai', limits: { concurrency: 1, queue: 1 } } as AiServiceEntry;
const other = { ...entry, name: 'other' };

let guards: GuardsService;
let registry: Registry;
beforeEach(() => {
  jest.useFakeTimers();
  registry = new Registry();
  guards = new GuardsService(config, logger, new CallMetrics(registry));
});
afterEach(() => void jest.useRealTimers());

const failing = (reason: FailureName, service = entry) =>
  guards
    .tryOpen(service, () => Promise.reject(new ProviderError(reason)))
    .catch((error: ProviderError) => error.failure.code);
const working = (service = entry) =>
  guards.tryOpen(service, () => Promise.resolve('works')).catch((error: ProviderError) => error.failure.code);

describe('the breaker of a service', () => {
  it('leaves it alone after failures in a row, for half a minute, and no other service', async () => {
    await failing('providerError');
    await failing('unreachable');
    expect(await working()).toBe('breaker_open');
    expect(await working(other)).toBe('works');
    jest.advanceTimersByTime(29_999);
    expect(await working()).toBe('breaker_open');
    jest.advanceTimersByTime(1);
    expect(await working()).toBe('works');
  });

  it('says with each refusal what failed at last', async () => {
    const sentence = () =>
      guards
        .tryOpen(entry, () => Promise.resolve())
        .then(undefined, (error: ProviderError) => error.sentenceFor('One'));
    await failing('unreachable');
    await failing('overloaded');
    const leftAlone =
      'One is overloaded at the moment. It failed several times in a row and is left alone for half a minute. ' +
      'Try again then, or choose another service.';
    expect(await sentence()).toBe(leftAlone);
    jest.advanceTimersByTime(30_000);
    let fail = () => {};
    const trying = guards.tryOpen(
      entry,
      () => new Promise((_resolve, reject) => (fail = () => reject(new ProviderError('unreachable')))),
    );
    expect(await sentence()).toBe(leftAlone);
    fail();
    await expect(trying).rejects.toThrow('unreachable');
    expect(await sentence()).toMatch(/^One cannot be reached\. It failed several times/);
  });

  it('is measured: 0 closed, 2 open', async () => {
    const states = async () => (await registry.getSingleMetric('ai_breaker_state')?.get())?.values ?? [];
    await working(other);
    await failing('providerError');
    await failing('providerError');
    expect((await states()).map(({ labels, value }) => [labels.ai_service, value])).toEqual([
      ['other', 0],
      ['one', 2],
    ]);
  });

  it('counts failures in a row only, and none that speak against the request', async () => {
    await failing('providerError');
    expect(await working()).toBe('works');
    await failing('providerError');
    for (const reason of ['badRequest', 'invalidKey', 'rateLimited', 'noCredit'] as const) await failing(reason);
    expect(await working()).toBe('works');
  });

  it('lets one call try it again and refuses the others at once meanwhile', async () => {
    await failing('providerError');
    await failing('providerError');
    jest.advanceTimersByTime(30_000);
    let answer = (_word: string) => {};
    const trying = guards.tryOpen(entry, () => new Promise<string>((resolve) => (answer = resolve)));
    expect(await working()).toBe('breaker_open');
    answer('back');
    expect(await trying).toBe('back');
    expect(await working()).toBe('works');
  });
});
