import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EndKind } from '@polylogue/proto';
import { freshDatabase, until } from '@polylogue/test-kit';
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
  type Upstreams,
} from './quality.fixture.js';
import { startReplica } from './replica.fixture.js';

const replies = { a: 'A talk of many.', b: 'Several voices.', c: 'A word.', d: 'Talk.' };
let upstreams: Upstreams;

beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), c: says(''), d: says('') });
});
afterAll(() => upstreams.close());

/** Begins its answer and never ends it, as for a process that is killed before the end. */
const neverEnds: Judge = async function* () {
  yield delta(assessment(11).slice(0, 30));
  await new Promise(() => {});
};

describe('a process that is killed in the middle of judging', () => {
  it('leaves nothing wrong, doubled or missing, and the reason of every gap can be seen', async () => {
    const database = await freshDatabase(definition);
    const eventsPrefix = `test_killed_${randomUUID().slice(0, 8)}`;
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    admin.on('error', () => {});
    const dying = await startReplica(upstreams, database, eventsPrefix);
    const all = Array.from({ length: 3 }, () => aBroadcast(upstreams, replies));
    try {
      // a is done before the kill, b is caught in the middle, c gives no verdict, d is down for good.
      const down: Judge = async function* () {
        yield await Promise.resolve(ended(EndKind.FAILED, 'overloaded', true));
      };
      Object.assign(upstreams.judges, { a: says(assessment(90)), b: neverEnds, c: says('prose'), d: down });
      for (const { broadcastId, userId } of all) {
        const event = { broadcastId, userId, totalResponses: 4, totalErrors: 0 };
        for (let time = 0; time < 2; time += 1) {
          const row = outboxRow('conversation.broadcast_completed.v1', event);
          const sql = `INSERT INTO quality.outbox (${outboxColumns}) VALUES ($1, $2, $3, $4, $5)`;
          await admin.query(sql, outboxValues(row));
        }
      }
      const caught = async () => {
        const { rows } = await admin.query<{ n: number }>(
          `SELECT count(*)::integer AS n FROM quality.assessments WHERE status = 'running' AND assessor_service = 'b'`,
        );
        const judged = await admin.query(`SELECT 1 FROM quality.assessments WHERE status = 'completed'`);
        return rows[0]!.n > 0 && judged.rows.length > 0;
      };
      await until(caught, { what: 'a judge to be caught in the middle' });
      await dying.kill();
      upstreams.judges['b'] = says(assessment(70));
      // What it held, calls and a plan half made, is free sooner than a lease lasts.
      await admin.query(`UPDATE quality.assessments SET lease_until = now() WHERE status = 'running'`);
      await admin.query('UPDATE quality.judgings SET lease_until = now() WHERE lease_until IS NOT NULL');
      const successor = await startQuality(upstreams, { database, eventsPrefix });
      try {
        for (const { broadcastId, userId } of all) {
          await successor.ends(broadcastId);
          const rows = await successor.rows<Record<string, string | number | null>>(
            `SELECT assessor_service AS judge, target_service AS target, status, overall, error_code, error
             FROM quality.assessments WHERE broadcast_id = $1 ORDER BY 1, 2`,
            [broadcastId],
          );
          const judged = (judge: string, what: object) =>
            ['a', 'b', 'c', 'd'].filter((name) => name !== judge).map((target) => ({ judge, target, ...what }));
          const gap = (error_code: string) => ({
            status: 'failed',
            overall: null,
            error_code,
            error: expect.any(String),
          });
          expect(rows).toEqual([
            ...judged('a', { status: 'completed', overall: 90, error_code: null, error: null }),
            ...judged('b', { status: 'completed', overall: 70, error_code: null, error: null }),
            ...judged('c', gap('unreadable_answer')),
            ...judged('d', gap('overloaded')),
          ]);
          expect(await successor.judging(broadcastId, userId)).toMatchObject({ total: 12, completed: 6, failed: 6 });
        }
        const recorded = await successor.rows<{ pair: string }>(
          `SELECT concat(payload->>'broadcastId', payload->>'assessorService', payload->>'targetService') AS pair
           FROM quality.outbox WHERE subject = 'quality.assessment_recorded.v1'`,
        );
        expect(recorded).toHaveLength(36);
        expect(new Set(recorded.map(({ pair }) => pair)).size).toBe(36);
      } finally {
        await successor.close();
      }
    } finally {
      await dying.close();
      await admin.end().catch(() => undefined);
      await database.drop();
    }
  });

  it('pays for no answer twice of a judge that is asked several times', async () => {
    const database = await freshDatabase(definition);
    const eventsPrefix = `test_killed_${randomUUID().slice(0, 8)}`;
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    admin.on('error', () => {});
    const settings = { sampling: 1, judges: ['b'], mostJudges: 5, repeats: 3, dailyCalls: 100, maxCharacters: 3_000 };
    await admin.query('INSERT INTO quality.judging_settings (body) VALUES ($1)', [JSON.stringify(settings)]);
    const dying = await startReplica(upstreams, database, eventsPrefix);
    const { broadcastId, userId } = aBroadcast(upstreams, { a: replies.a, b: replies.b });
    try {
      // The first answer cannot be read and is repaired, the second is whole, the third never ends.
      const paid = [says('prose'), says(assessment(20)), says(assessment(90))];
      upstreams.judgeCalls.length = 0;
      upstreams.judges['b'] = (request, call) => (paid.shift() ?? neverEnds)(request, call);
      const row = outboxRow('conversation.broadcast_completed.v1', {
        broadcastId,
        userId,
        totalResponses: 2,
        totalErrors: 0,
      });
      const sql = `INSERT INTO quality.outbox (${outboxColumns}) VALUES ($1, $2, $3, $4, $5)`;
      await admin.query(sql, outboxValues(row));
      await until(() => upstreams.judgeCalls.length === 4, { what: 'the third answer to be begun' });
      await dying.kill();
      upstreams.judges['b'] = says(assessment(64));
      await admin.query(`UPDATE quality.assessments SET lease_until = now() WHERE status = 'running'`);
      const successor = await startQuality(upstreams, { database, eventsPrefix });
      try {
        await successor.ends(broadcastId);
        const [judged] = await successor.rows(
          'SELECT status, overall, answers, calls, attempts, heard FROM quality.assessments WHERE broadcast_id = $1',
          [broadcastId],
        );
        expect(judged).toEqual({ status: 'completed', overall: 64, answers: 3, calls: 5, attempts: 2, heard: null });
        expect(upstreams.judgeCalls).toHaveLength(5);
      } finally {
        await successor.close();
      }
    } finally {
      await dying.close();
      await admin.end().catch(() => undefined);
      await database.drop();
    }
  });
});
