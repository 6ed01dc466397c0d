import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { BacktestsServiceDefinition } from '@polylogue/proto';
import { freshDatabase, until } from '@polylogue/test-kit';
import { quality as definition } from '../src/service.js';
import { aHistory, comparedIn, neverEnds, prefers, replies } from './backtests.fixture.js';
import { startQuality, startUpstreams, type Judge, type Quality } from './quality.fixture.js';
import { startReplica } from './replica.fixture.js';

const good = replies('A good reply.');

it('a backtest whose process is killed is taken up by another one, and nothing is paid for twice', async () => {
  // Of three questions the candidate never ends its reply to one.
  const answers: Judge = (request, call) =>
    request.messages.at(-1)?.content === 'Stuck?' ? neverEnds(request, call) : good(request, call);
  const upstreams = await startUpstreams({ base: replies('Plain.'), cand: answers, judge: prefers('good') });
  const database = await freshDatabase(definition);
  const eventsPrefix = `test_killed_${randomUUID().slice(0, 8)}`;
  const dying = await startReplica(upstreams, database, eventsPrefix);
  try {
    const before = aHistory(upstreams, { backtests: dying.client(BacktestsServiceDefinition) });
    for (const question of ['Four?', 'Three?', 'Two?', 'Stuck?']) before.round({ base: 'Plain.' }, { question });
    // Five calls: the stuck one, and four of others.
    const { id } = await before.begin({ budget: { calls: 5 } });
    await until(() => upstreams.judgeCalls.length === 5, { what: 'all calls of the budget' });
    await until(async () => (await before.get(id)).spent!.usd > 0.0059, { what: 'four calls to end' });
    await dying.kill();
    const successor = await startQuality(upstreams, { database, eventsPrefix });
    try {
      const get = () => successor.backtests.getBacktest({ id }, before.asUser);
      // The lease is still held: nobody touches what was begun.
      expect(await get()).toMatchObject({ status: 'running', spent: { calls: 5 } });
      await successor.rows(
        `UPDATE quality.backtest_calls SET lease_until = now() - interval '1 second' WHERE status = 'pending'`,
      );
      await until(async () => (await get()).status === 'paused', { what: 'the budget to be found used up' });
      await successor.backtests.resumeBacktest({ id, budget: { calls: 300 } }, before.asUser);
      await until(async () => (await get()).status === 'completed', { what: 'the backtest to end' });
      const { result, spent } = await get();
      expect(result!.figures).toMatchObject({ wins: 3, failed: 1 });
      // One for the case that was interrupted, three for each other.
      expect(spent!.calls).toBe(10);
      const asked = upstreams.judgeCalls.map(({ request }) => {
        const { question, first } = comparedIn(request);
        return `${request.aiService} ${question ?? request.messages.at(-1)!.content} ${first ?? ''}`;
      });
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked).toHaveLength(10);
      const { cases } = await successor.backtests.listBacktestCases(
        { id, after: 0, limit: 50, withAnswers: false },
        before.asUser,
      );
      expect(cases[0]).toMatchObject({ question: 'Stuck?', outcome: 'failed' });
      expect(cases[0]!.error).toContain('not made again');
    } finally {
      await successor.close();
    }
  } finally {
    await dying.close();
    await database.drop();
    await upstreams.close();
  }
});

it('two processes share a backtest, and neither goes beyond its budget', async () => {
  const upstreams = await startUpstreams({ base: replies('Plain.'), cand: good, judge: prefers('good') });
  const database = await freshDatabase(definition);
  const eventsPrefix = `test_shared_${randomUUID().slice(0, 8)}`;
  const processes = await Promise.all([1, 2].map(() => startQuality(upstreams, { database, eventsPrefix })));
  try {
    const [one, other] = processes as [Quality, Quality];
    const history = aHistory(upstreams, one);
    for (let nr = 0; nr < 10; nr++) history.round({ base: 'Plain.' }, { question: `${nr}?` });
    const { id } = await history.begin({ budget: { calls: 17 } });
    await history.is(id, 'paused');
    expect(await history.get(id)).toMatchObject({ pauseReason: 'budget', spent: { calls: 17 } });
    expect(upstreams.judgeCalls).toHaveLength(17);
    const all = { id, budget: { calls: 300 } };
    await Promise.all([one, other].map(({ backtests }) => backtests.resumeBacktest(all, history.asUser)));
    await history.is(id, 'completed');
    expect(upstreams.judgeCalls).toHaveLength(30);
  } finally {
    for (const each of processes) await each.close();
    await database.drop();
    await upstreams.close();
  }
});
