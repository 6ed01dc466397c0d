import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  EstimatesServiceDefinition,
  PriceKnowledge,
  UsageServiceDefinition,
  type GenerationSettings,
  type PlannedCall,
} from '@polylogue/proto';
import { anAdmin, aUser, callerToken, farFromMidnight, until } from '@polylogue/test-kit';
import { CatalogService } from '../src/catalog/catalog.service.js';
import { EstimatesService } from '../src/estimates/estimates.service.js';
import { RecentCallsRepository } from '../src/estimates/recent-calls.repository.js';
import { everyPart } from './running.js';
import { priceFile, startReplicas, type Replicas } from './replicas.js';
import { startVendorServer, type VendorServer } from './vendor-server.js';

let vendor: VendorServer;
let running: Replicas;
const caller = { callerToken: callerToken(aUser()) };

beforeAll(async () => {
  await farFromMidnight();
  vendor = await startVendorServer();
  const file = priceFile([{ service: 'openai-hello', input: 2, output: 10 }]);
  running = await startReplicas(1, everyPart(vendor.url), {
    AI_PRICES_FILE: file.path,
    AI_DISPATCH_EXPECTED_OUTPUT_TOKENS: '400',
  });
  file.remove();
});
afterAll(async () => {
  await running?.close();
  await vendor?.close();
});

const client = () => running.all[0]!.client(EstimatesServiceDefinition);
const estimate = async (...calls: (Partial<PlannedCall> & { aiService: string })[]) =>
  (await client().estimateCalls({ calls: calls.map((call) => ({ bytes: 0, fileBytes: 0, ...call })) }, caller))
    .estimates;
const maxOutputTokens = (tokens: number): GenerationSettings => ({ maxOutputTokens: tokens, answerSchema: false });
const entry = (name: string) => running.all[0]!.service.app.get(CatalogService, { strict: false }).get(name);
const recent = () => running.all[0]!.service.app.get(RecentCallsRepository, { strict: false });
const ended = (count: number) =>
  until(async () => {
    const [row] = await running.query<{ ended: number }>(
      'SELECT count(*)::integer AS ended FROM ai_dispatch.calls WHERE ended_at IS NOT NULL',
    );
    return row?.ended === count;
  });
const costOf = async (aiService: string, settings?: GenerationSettings) => {
  const { end } = await running.all[0]!.dispatch(aiService, { text: 'x'.repeat(400), settings });
  return end.generation?.estimate;
};

describe('what calls would cost', () => {
  it('is guessed by the price list until the service has replied', async () => {
    const [known] = await estimate({ aiService: 'openai-hello', bytes: 4_000 });
    // 1,000 tokens at 2 dollars, and 100 to 400 at 10.
    const cost = { lowMicros: 3_000, highMicros: 6_000 };
    expect(known).toEqual({
      aiService: 'openai-hello',
      price: PriceKnowledge.KNOWN,
      cost,
      typicalMs: undefined,
      answerLowBytes: 400,
      answerHighBytes: 1_600,
    });
  });

  it('counts pictures where the service sees, and no more of them than go with a call', async () => {
    const call = { aiService: 'openai-hello', bytes: 4_000, pictures: 2, filePictures: 20 };
    const [blind] = await estimate(call);
    expect(blind!.cost).toEqual({ lowMicros: 3_000, highMicros: 6_000 });
    const service = entry('openai-hello');
    const [seen] = await (async () => {
      service.sees = true;
      try {
        return await estimate(call);
      } finally {
        delete service.sees;
      }
    })();
    // 1,500 tokens each: two are sure, ten are the most.
    expect(seen!.cost).toEqual({ lowMicros: 3_000 + 2 * 3_000, highMicros: 6_000 + 10 * 3_000 });
    await expect(estimate({ ...call, pictures: -1 })).rejects.toMatchObject({ code: 'invalid_estimate' });
  });

  it('says which price is not known', async () => {
    const [unknown] = await estimate({ aiService: 'anthropic-hello' });
    expect(unknown).toMatchObject({ price: PriceKnowledge.UNKNOWN, cost: undefined });
  });

  it('counts a file that was not read yet, and stops at the longest answer', async () => {
    const call = { aiService: 'openai-hello', bytes: 4_000 };
    const [withFile, short] = await estimate({ ...call, fileBytes: 40_000 }, { ...call, maxOutputTokens: 50 });
    expect(withFile?.cost).toEqual({ lowMicros: 3_000, highMicros: 26_000 });
    expect(short?.cost).toEqual({ lowMicros: 2_500, highMicros: 2_500 });
  });

  it('answers in the order given, the same service twice as well', async () => {
    const estimates = await estimate({ aiService: 'openai-hello', bytes: 40_000 }, { aiService: 'openai-hello' });
    expect(estimates.map(({ cost }) => cost?.lowMicros)).toEqual([21_000, 1_000]);
  });

  it('refuses what cannot be estimated', async () => {
    await expect(estimate({ aiService: 'nowhere' })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(estimate({ aiService: 'openai-hello', bytes: -1 })).rejects.toMatchObject({ kind: 'invalid' });
    const many = Array.from({ length: 25 }, () => ({ aiService: 'openai-hello' }));
    await expect(estimate(...many)).rejects.toMatchObject({ code: 'invalid_estimate' });
    await expect(client().estimateCalls({ calls: [] })).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('what a call was expected to cost', () => {
  it('stands in its record beside what it came to, and in the ledger', async () => {
    // 100 tokens at 2 dollars, and 100 to 400 at 10.
    expect(await costOf('openai-hello')).toEqual({ lowMicros: 1_200, highMicros: 4_200 });
    expect(await costOf('openai-hello', maxOutputTokens(10))).toEqual({ lowMicros: 300, highMicros: 300 });
    expect(await costOf('anthropic-hello')).toBeUndefined();
    await ended(3);
    const rows = await running.query(
      `SELECT ai_service, sent_bytes, expected_low_micros::integer AS low, expected_high_micros::integer AS high
       FROM ai_dispatch.calls ORDER BY expected_high_micros DESC NULLS LAST`,
    );
    expect(rows).toEqual([
      { ai_service: 'openai-hello', sent_bytes: 400, low: 1_200, high: 4_200 },
      { ai_service: 'openai-hello', sent_bytes: 400, low: 300, high: 300 },
      { ai_service: 'anthropic-hello', sent_bytes: 400, low: null, high: null },
    ]);
  });

  it('never keeps a call from ending', async () => {
    const { app } = running.all[0]!.service;
    const calls = recent();
    const find = calls.find.bind(calls);
    calls.find = () => Promise.reject(new Error('the database is away'));
    try {
      const estimates = app.get(EstimatesService, { strict: false });
      const service = { ...entry('openai-hello'), model: 'another' };
      expect(await estimates.costOf(service, { bytes: 4_000 })).toBeUndefined();
    } finally {
      calls.find = find;
    }
  });

  it('is learnt from what came before', async () => {
    const found = await recent().find({ name: 'openai-hello', model: 'hello', hasSchema: false });
    const call = { sentBytes: 400, inputTokens: 19, outputTokens: 8, totalMs: expect.any(Number) };
    expect(found).toEqual([call, call]);
  });
});

describe('a call by a schema', () => {
  it('is learnt from apart: a verdict says nothing of how long a reply will be', async () => {
    await running.all[0]!.dispatch('openai-hello', { answerSchema: '{"type":"object"}' });
    await ended(4);
    const found = (hasSchema: boolean) => recent().find({ name: 'openai-hello', model: 'hello', hasSchema });
    expect(await Promise.all([found(true), found(false)])).toMatchObject([{ length: 1 }, { length: 2 }]);
  });
});

describe('a call for a task of the product', () => {
  it('is learnt from by that task alone, and estimated by it', async () => {
    const task = 'extraction';
    const before = await recent().find({ name: 'openai-hello', model: 'hello', hasSchema: true });
    await running.all[0]!.dispatch('openai-hello', { answerSchema: '{"type":"object"}', task });
    await ended(5);
    const found = (hasSchema: boolean, name?: string) =>
      recent().find({ name: 'openai-hello', model: 'hello', hasSchema, task: name });
    expect(await found(true, task)).toHaveLength(1);
    expect(await found(false, task)).toHaveLength(1);
    expect(await found(true)).toEqual(before);
    expect(await found(true, 'settling')).toEqual([]);
    // 1,000 tokens would be 2,000 micros; its calls have fewer bytes to a token, and answers of 8 tokens.
    const [known] = await estimate({ aiService: 'openai-hello', bytes: 4_000, task });
    expect(known).toMatchObject({ price: PriceKnowledge.KNOWN, typicalMs: expect.any(Number) });
    expect(known!.cost!.highMicros - known!.cost!.lowMicros).toBe(120);
    await expect(estimate({ aiService: 'openai-hello', task: 'x'.repeat(33) })).rejects.toMatchObject({
      code: 'invalid_estimate',
    });
    // What follows counts the calls before it.
    await running.query('DELETE FROM ai_dispatch.calls WHERE task = $1', task);
  });
});

describe('how good estimates were', () => {
  const accuracy = (callerOf = anAdmin(), from = new Date().toISOString().slice(0, 10)) =>
    running.all[0]!.client(UsageServiceDefinition).listEstimateAccuracy(
      { from, to: from },
      { callerToken: callerToken(callerOf) },
    );

  it('is known per service: how many were within, and by how much they were off', async () => {
    // All came to 118 micros: below 1,200 to 4,200, below 300, and below 1,002 to 4,002 by the schema.
    const { services } = await accuracy();
    const medianRatio = expect.closeTo(118 / 2_502, 6);
    expect(services).toEqual([{ aiService: 'openai-hello', calls: 3, within: 0, medianRatio }]);
    await running.query(
      `UPDATE ai_dispatch.calls SET expected_low_micros = 100, expected_high_micros = 136
       WHERE expected_high_micros = 300`,
    );
    expect((await accuracy()).services).toMatchObject([{ calls: 3, within: 1 }]);
  });

  it('is for administrators, and for days there are', async () => {
    await expect(accuracy(aUser())).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(accuracy(anAdmin(), '2026-02-31')).rejects.toMatchObject({ kind: 'invalid' });
    expect((await accuracy(anAdmin(), '2020-01-01')).services).toEqual([]);
  });
});
