import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ExecutionStatus, RunDigestsServiceDefinition } from '@polylogue/proto';
import type { TokenUser } from '@polylogue/service-kit';
import { aUser, closing, gate, says, until } from '@polylogue/test-kit';
import { as, asAdmin, input, manual, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { saysAfter, scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';

const { add, closeAll } = closing();
let upstreams: Upstreams;
let ada: TokenUser;

beforeEach(async () => {
  ada = aUser();
  upstreams = add(await scriptedUpstreams({ gpt: says('Hello.') }));
});
afterEach(closeAll);

const digestOf = (scheduler: Scheduler, executionId: number, userId = ada.userId) =>
  scheduler.client(RunDigestsServiceDefinition).getRunDigest({ executionId, userId }, asAdmin());

describe('a digest of a run', () => {
  it('has what a notice says of it, for admin and about its owner alone', async () => {
    const scheduler = add(await startScheduler(upstreams.url));
    const { id } = await scheduler.queries.createSavedQuery({ input: manual({ title: 'Prices' }) }, as(ada));
    const { executionId } = await scheduler.queries.executeSavedQuery({ id }, as(ada));
    await until(async () => (await scheduler.history(ada, id))[0]?.status === ExecutionStatus.COMPLETED);
    expect(await digestOf(scheduler, executionId)).toEqual({
      savedQueryId: id,
      title: 'Prices',
      executionNumber: 1,
      status: ExecutionStatus.COMPLETED,
      successfulResponses: 1,
      totalResponses: 1,
      isWatched: false,
      changes: [],
      error: undefined,
    });
    for (const [run, user] of [
      [executionId, aUser().userId],
      [executionId + 1, ada.userId],
      [executionId, 'nobody'],
    ] as const) {
      await expect(digestOf(scheduler, run, user)).rejects.toMatchObject({ kind: 'not_found', code: 'run_not_found' });
    }
    const asOwner = scheduler
      .client(RunDigestsServiceDefinition)
      .getRunDigest({ executionId, userId: ada.userId }, as(ada));
    await expect(asOwner).rejects.toMatchObject({ kind: 'forbidden', code: 'service_not_allowed' });
  });
});

const missedEvents = (scheduler: Scheduler) =>
  scheduler.rows(`SELECT payload FROM scheduler.outbox WHERE subject = 'scheduler.slots_missed.v1'`);

describe('slots without a run', () => {
  it('are published once for all that were missed while nothing ran', async () => {
    const scheduler = add(await startScheduler(upstreams.url));
    const { id } = await scheduler.queries.createSavedQuery({ input: input() }, as(ada));
    await scheduler.rows(
      `UPDATE scheduler.saved_queries
       SET next_run_at = date_bin('1 day', now(), timestamptz '2000-01-01 00:00Z' + $1::interval) - interval '6 days'`,
      [input().schedule!.time],
    );
    const [event] = await until(async () => {
      const found = await missedEvents(scheduler);
      return found.length > 0 ? found : undefined;
    });
    expect(event!['payload']).toMatchObject({ savedQueryId: id, userId: ada.userId, missedSlots: 6 });
    const { executionId } = event!['payload'] as { executionId: number };
    expect((await digestOf(scheduler, executionId)).error).toContain('6 scheduled runs were missed');
    const finished = await scheduler.rows(
      `SELECT payload FROM scheduler.outbox
       WHERE subject = 'scheduler.execution_finished.v1' AND payload->>'executionId' = $1`,
      [String(executionId)],
    );
    expect(finished).toMatchObject([{ payload: { isSkipped: true } }]);
    expect(await missedEvents(scheduler)).toHaveLength(1);
  });

  it('are published once for all that came while one run was active', async () => {
    const { opened, open } = gate();
    upstreams.scripts['gpt'] = saysAfter(opened, 'At last.');
    const scheduler = add(await startScheduler(upstreams.url));
    const { id } = await scheduler.queries.createSavedQuery({ input: input() }, as(ada));
    const { executionId: activeExecutionId } = await scheduler.queries.executeSavedQuery({ id }, as(ada));
    await until(() => upstreams.requests.length === 1);
    for (const count of [2, 3, 4]) {
      await scheduler.dueIn(id, '0');
      await until(async () => (await scheduler.history(ada, id)).length === count);
    }
    expect(await missedEvents(scheduler)).toMatchObject([{ payload: { missedSlots: 1, activeExecutionId } }]);
    open();
    await until(async () =>
      (await scheduler.history(ada, id)).some(({ status }) => status === ExecutionStatus.COMPLETED),
    );
  });
});
