import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EndKind } from '@polylogue/proto';
import { closing, freshDatabase, until } from '@polylogue/test-kit';
import pg from 'pg';
import { outboxColumns, outboxRow, outboxValues } from '@polylogue/service-kit';
import { quality as definition } from '../src/service.js';
import {
  aBroadcast,
  assessment,
  delta,
  ended,
  says,
  startUpstreams,
  startQuality,
  type Judge,
  type Quality,
  type Upstreams,
} from './quality.fixture.js';
import { startReplica } from './replica.fixture.js';

const replies = { a: 'A talk of many.', b: 'Several voices.', c: 'A word.', d: 'Talk.' };
const { add, closeAll } = closing();
let upstreams: Upstreams;

beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), c: says(''), d: says('') });
});
afterEach(closeAll);
afterAll(() => upstreams.close());

/** Begins its answer and never ends it, as for a process that is killed before the end. */
const neverEnds: Judge = async function* () {
  yield delta(assessment(11).slice(0, 30));
  await new Promise(() => {});
};

/** Is down for good. */
const isDown: Judge = async function* () {
  yield await Promise.resolve(ended(EndKind.FAILED, 'overloaded', true));
};

/** A database, and a process of quality in it that is to be killed; `settings` say how it judges. */
async function stageOf(settings?: object) {
  const database = await freshDatabase(definition);
  add({ close: () => database.drop() });
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  admin.on('error', () => {});
  add({ close: () => admin.end().catch(() => undefined) });
  if (settings)
    await admin.query('INSERT INTO quality.judging_settings (body) VALUES ($1)', [JSON.stringify(settings)]);
  const eventsPrefix = `test_killed_${randomUUID().slice(0, 8)}`;
  const dying = add(await startReplica(upstreams, database, eventsPrefix));
  /** Starts another process: what the dead one held is free sooner than a lease lasts. */
  const takeOver = async () => {
    await admin.query(`UPDATE quality.assessments SET lease_until = now() WHERE status = 'running'`);
    await admin.query('UPDATE quality.judgings SET lease_until = now() WHERE lease_until IS NOT NULL');
    return add(await startQuality(upstreams, { database, eventsPrefix }));
  };
  return { admin, dying, takeOver };
}

/** Says that a broadcast is complete, as conversation's event does. */
async function complete(admin: pg.Client, broadcast: { broadcastId: string; userId: string }, totalResponses: number) {
  const completed = { ...broadcast, totalResponses, totalErrors: 0, replies: [] };
  const row = outboxRow('conversation.broadcast_completed.v2', completed);
  const sql = `INSERT INTO quality.outbox (${outboxColumns}) VALUES ($1, $2, $3, $4, $5)`;
  await admin.query(sql, outboxValues(row));
}

/** Whether some verdict is there, and a call to b is under way. */
async function isCaught(admin: pg.Client): Promise<boolean> {
  const { rows } = await admin.query<{ caught: boolean }>(
    `SELECT bool_or(status = 'running' AND assessor_service = 'b') AND bool_or(status = 'completed') AS caught
     FROM quality.assessments`,
  );
  return rows[0]?.caught === true;
}

const verdictsOn = (successor: Quality, broadcastId: string) =>
  successor.rows(
    `SELECT assessor_service AS judge, target_service AS target, status, overall, error_code, error
     FROM quality.assessments WHERE broadcast_id = $1 ORDER BY 1, 2`,
    [broadcastId],
  );

/** A verdict of a judge on each reply but its own. */
const ofJudge = (judge: string, verdict: object) =>
  Object.keys(replies).flatMap((target) => (target === judge ? [] : { judge, target, ...verdict }));
const scored = (overall: number) => ({ status: 'completed', overall, error_code: null, error: null });
const gap = (code: string) => ({ status: 'failed', overall: null, error_code: code, error: expect.any(String) });

describe('a process that is killed in the middle of judging', () => {
  it('leaves nothing wrong, doubled or missing, and the reason of every gap can be seen', async () => {
    const { admin, dying, takeOver } = await stageOf();
    // a is done before the kill, b is caught in the middle, c gives no verdict, d is down for good.
    Object.assign(upstreams.judges, { a: says(assessment(90)), b: neverEnds, c: says('prose'), d: isDown });
    const all = Array.from({ length: 3 }, () => aBroadcast(upstreams, replies));
    for (const each of [...all, ...all]) await complete(admin, each, 4);
    await until(() => isCaught(admin), { what: 'a judge to be caught in the middle' });
    await dying.kill();
    upstreams.judges['b'] = says(assessment(70));
    const successor = await takeOver();
    for (const { broadcastId, userId } of all) {
      await successor.ends(broadcastId);
      expect(await verdictsOn(successor, broadcastId)).toEqual([
        ...ofJudge('a', scored(90)),
        ...ofJudge('b', scored(70)),
        ...ofJudge('c', gap('unreadable_answer')),
        ...ofJudge('d', gap('overloaded')),
      ]);
      expect(await successor.judging(broadcastId, userId)).toMatchObject({ total: 12, completed: 6, failed: 6 });
    }
    const recorded = await successor.rows<{ pair: string }>(
      `SELECT concat(payload->>'broadcastId', payload->>'assessorService', payload->>'targetService') AS pair
       FROM quality.outbox WHERE subject = 'quality.assessment_recorded.v1'`,
    );
    expect(recorded).toHaveLength(36);
    expect(new Set(recorded.map(({ pair }) => pair)).size).toBe(36);
  });

  it('pays for no answer twice of a judge that is asked several times', async () => {
    const settings = { sampling: 1, judges: ['b'], mostJudges: 5, repeats: 3, dailyCalls: 100, maxCharacters: 3_000 };
    const { admin, dying, takeOver } = await stageOf(settings);
    // The first answer cannot be read and is repaired, the second is whole, the third never ends.
    const paid = [says('prose'), says(assessment(20)), says(assessment(90))];
    upstreams.judgeCalls.length = 0;
    upstreams.judges['b'] = (request, call) => (paid.shift() ?? neverEnds)(request, call);
    const broadcast = aBroadcast(upstreams, { a: replies.a, b: replies.b });
    await complete(admin, broadcast, 2);
    await until(() => upstreams.judgeCalls.length === 4, { what: 'the third answer to be begun' });
    await dying.kill();
    upstreams.judges['b'] = says(assessment(64));
    const successor = await takeOver();
    await successor.ends(broadcast.broadcastId);
    const [judged] = await successor.rows(
      'SELECT status, overall, answers, calls, attempts, heard FROM quality.assessments WHERE broadcast_id = $1',
      [broadcast.broadcastId],
    );
    expect(judged).toEqual({ status: 'completed', overall: 64, answers: 3, calls: 5, attempts: 2, heard: null });
    expect(upstreams.judgeCalls).toHaveLength(5);
  });
});
