import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import { Api } from '../src/api.js';
import { startCollector, type CollectedSpan, type Collector } from '../src/collector.js';
import { setScene } from '../src/scene.js';

const secretOfTheMessage = 'marmalade-4711';

describe('traces', () => {
  let collector: Collector;
  const scene = setScene(async (keep) => {
    collector = keep(await startCollector());
    return { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } };
  });
  let api: Api;

  beforeAll(async () => {
    api = scene.apiOf(await scene.signUp());
  });

  const traceOf = (name: string) => {
    const root = collector.spans.find((span) => span.name === name);
    return collector.spans.filter(({ traceId }) => traceId === root?.traceId);
  };
  const has = (spans: CollectedSpan[], service: string, name: RegExp) =>
    spans.some((span) => span.service === service && name.test(span.name));

  test('a broadcast is one trace, from the gateway over services, events and jobs to the providers', async () => {
    const [first, second] = (await api.services()).filter(({ category }) => category === 'text');
    const selectedAIs = [first!.name, second!.name];
    const message = `Say something short about ${secretOfTheMessage}`;
    for await (const _event of api.send({ message, selectedAIs, mode: 'selective' }));

    const expected: [string, RegExp][] = [
      ['gateway', /^POST \/api\/send-message$/],
      ['gateway', /^conversation\.v1\./],
      ['conversation', /^conversation\.v1\./],
      ['conversation', /^postgres transaction$/],
      ['conversation', /^ai_dispatch\.v1\.DispatchService\/Dispatch$/],
      ['ai-dispatch', /^ai_dispatch\.v1\.DispatchService\/Dispatch$/],
      ['ai-dispatch', /^POST 127\.0\.0\.1$/],
      ['conversation', /^send conversation\./],
      ['admin', /^process conversation\./],
      ['quality', /^process conversation\.broadcast_completed\.v2$/],
      ['quality', /^process plan job$/],
      ['quality', /^process judge job$/],
    ];
    for (const [service, name] of expected) {
      const isThere = () => has(traceOf('POST /api/send-message'), service, name);
      await until(isThere, { what: `${service} ${String(name)}` });
    }
    const isWhole = () => orphansOf(traceOf('POST /api/send-message')).length === 0;
    await until(isWhole, { what: 'the parents of all spans' });
    const roots = traceOf('POST /api/send-message').filter(({ parentSpanId }) => parentSpanId === '');
    expect(roots.map(({ name }) => name)).toEqual(['POST /api/send-message']);
  });

  test('a run of a saved query belongs to the trace of the click that started it', async () => {
    const [service] = await api.services();
    const body = { title: 'Traced', content: 'Say hello', selectedAiServices: [service!.name], isScheduled: false };
    const created = (await (await api.fetch('POST', '/api/saved-queries', body)).json()) as { id: number };
    await api.fetch('POST', `/api/saved-queries/${created.id}/execute`, {});

    const name = 'POST /api/saved-queries/:id/execute';
    await until(() => has(traceOf(name), 'scheduler', /^process run job$/), { what: 'the job' });
    await until(() => has(traceOf(name), 'scheduler', /^run saved query$/), { what: 'the run' });
    await until(() => has(traceOf(name), 'ai-dispatch', /^POST 127/), { what: 'the call to the provider' });
  });

  test('no trace contains what users wrote', () => {
    expect(collector.spans.length).toBeGreaterThan(20);
    expect(collector.text()).not.toContain(secretOfTheMessage);
    expect(collector.text()).not.toContain('@example.test');
  });
});

/** Spans whose parent has not arrived yet: parents end, and so are exported, last. */
function orphansOf(spans: readonly CollectedSpan[]): CollectedSpan[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  return spans.filter(({ parentSpanId }) => parentSpanId !== '' && !known.has(parentSpanId));
}
