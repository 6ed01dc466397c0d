import { expect, it, jest } from '@jest/globals';
import { Cron } from 'croner';
import { ClaimsService } from './claims.service.js';
import type { DueQuery, FailedSlot, SlotOf } from './claims.repository.js';

const now = new Date('2026-11-22T10:02Z');

const nextRun = Reflect.get(Cron.prototype, 'nextRun') as (this: Cron, from?: Date) => Date | null;

/** Queries of every five minutes that have not run for eight days. */
const missed = (count: number): DueQuery[] =>
  Array.from({ length: count }, (_no, index) => ({
    id: index + 1,
    version: 1,
    frequency: 'custom',
    cron: '*/5 * * * *',
    time: null,
    days: [],
    timeZone: 'UTC',
    isScheduled: true,
    monthDay: 22,
    weekday: null,
    nextRunAt: new Date('2026-11-14T10:00Z'),
    now,
  })) as unknown as DueQuery[];

/** The service with a store that counts statements; `isKept` says which queries are still as they were found. */
function withStore(due: DueQuery[], isKept: (id: number) => boolean = () => true) {
  const seen = { statements: 0, calls: 0, callsInside: 0, runs: [] as SlotOf[], failed: [] as FailedSlot[] };
  const wakeUps: { id: number; waitMs: number }[] = [];
  let isInside = false;
  const counted = <T>(answer: T) => ((seen.statements += 1), Promise.resolve(answer));
  jest.spyOn(Cron.prototype, 'nextRun').mockImplementation(function (this: Cron, from) {
    seen.calls += 1;
    if (isInside) seen.callsInside += 1;
    return nextRun.call(this, from as Date);
  });
  const service = new ClaimsService(
    ...([
      {
        asWorker: async (work: (tx: object) => Promise<unknown>) => {
          isInside = true;
          return work({}).finally(() => (isInside = false));
        },
      },
      { nudge: () => undefined },
      {
        findDue: () => counted(due),
        lock: () => counted(due.filter(({ id }) => isKept(id)).map(({ id }) => ({ id }))),
        insertRuns: (_tx: object, slots: SlotOf[]) => {
          seen.runs = slots;
          return counted(slots.map(({ id }) => ({ id: 100 + id, savedQueryId: id, waitMs: id * 40 })));
        },
        insertFailed: (_tx: object, slots: FailedSlot[]) => {
          seen.failed = slots;
          return counted(slots.map(({ id }) => ({ id: 1_000 + id, savedQueryId: id, userId: 'ada', total: 1 })));
        },
        moveOn: () => counted(undefined),
      },
      { publish: () => counted(undefined) },
      { keepUp: () => Promise.resolve() },
      { add: (added: typeof wakeUps) => Promise.resolve(void wakeUps.push(...added)) },
      { signal: new AbortController().signal },
      { SCHEDULER_AHEAD_SECONDS: 5, SCHEDULER_CLAIM_BATCH: due.length + 1 },
      {},
    ] as unknown as ConstructorParameters<typeof ClaimsService>),
  );
  return { service, seen, wakeUps };
}

it('no slot is computed while rows are locked, and the statements are as many for 200 queries as for one', async () => {
  const one = withStore(missed(1));
  await one.service.claimDue();
  const many = withStore(missed(200));
  await many.service.claimDue();
  expect(many.seen).toMatchObject({ callsInside: 0, statements: one.seen.statements });
  expect(many.seen.runs).toHaveLength(200);
  expect(many.seen.calls).toBeLessThan(200 * 150);
});

it('other work gets a turn of the event loop between two queries', async () => {
  const { service } = withStore(missed(200));
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await service.claimDue();
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(200);
});

it('a query that was edited or claimed meanwhile is left alone', async () => {
  const { service, seen, wakeUps } = withStore(missed(3), (id) => id !== 2);
  await expect(service.claimDue()).resolves.toBe(2);
  expect(seen.runs.map(({ id }) => id)).toEqual([1, 3]);
  expect(seen.failed.map(({ id }) => id)).toEqual([1, 3]);
  // As long as the store says, whose clock it is.
  expect(wakeUps).toEqual([
    { id: 101, waitMs: 40 },
    { id: 103, waitMs: 120 },
  ]);
});
