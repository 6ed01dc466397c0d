import { randomUUID } from 'node:crypto';
import { getQueueToken } from '@nestjs/bull';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callerToken, freshDatabase, tcpProxy, until } from '@polylogue/test-kit';
import type { Queue } from 'bull';
import { judgingQueue } from '../src/judging/wake-ups.service.js';
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
  type Quality,
} from './quality.fixture.js';

const replies = { a: 'A talk of many.', b: 'Several voices.', c: 'A word.' };
let upstreams: Upstreams;

beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), c: says('') });
});
afterAll(() => upstreams.close());
beforeEach(() => {
  Object.assign(upstreams.judges, { a: says(assessment(90)), b: says(assessment(80)), c: says(assessment(70)) });
  upstreams.judgeCalls.length = 0;
  upstreams.away.clear();
});

const all = (quality: Quality, broadcastId: string) =>
  quality.rows<{ pair: string; overall: number; attempts: number; status: string }>(
    `SELECT assessor_service || target_service AS pair, overall, attempts, status
     FROM quality.assessments WHERE broadcast_id = $1 ORDER BY 1`,
    [broadcastId],
  );
const pairs = ['ab', 'ac', 'ba', 'bc', 'ca', 'cb'];

/** A queue, and its own step behind the one that finds the id of a job. */
type Taking = Queue & { moveToActive(id?: string): Promise<unknown> };

/** Waits with half an answer until the test opens the gate. */
function gated(score: number) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const judge: Judge = async function* () {
    yield delta(assessment(score).slice(0, 30));
    await opened;
    yield delta(assessment(score).slice(30));
    yield ended();
  };
  return { judge, open };
}

describe('a user who loses access while judges answer', () => {
  it.each([
    ['the replica that published the event', 0],
    ['another one', 1],
    ['one without an event', undefined],
  ] as const)('has the judges of %s left at once, and gets no verdict', async (_where, publisher) => {
    const database = await freshDatabase(definition);
    const left: string[] = [];
    upstreams.judges['a'] = async function* (_request, { signal }) {
      yield delta(assessment(90).slice(0, 30));
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      left.push('a');
    };
    const eventsPrefix = `test_${randomUUID().replaceAll('-', '')}`;
    const first = await startQuality(upstreams, { database, eventsPrefix });
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await first.completed(broadcastId, userId);
    await until(() => upstreams.judgeCalls.filter(({ judge }) => judge === 'a').length === 2);
    const second = await startQuality(upstreams, { database, eventsPrefix });
    upstreams.unapproved.add(userId);
    const { service } = publisher === 1 ? second : first;
    if (publisher !== undefined) {
      await service.database.asWorker((tx) =>
        service.events.in(tx).publish('admin.user_access_changed.v1', { userId }, { aggregateId: userId }),
      );
    }
    await until(() => left.length === 2);
    await first.ends(broadcastId);
    const verdicts = await first.rows<{ status: string; error_code: string | null }>(
      `SELECT status, error_code FROM quality.assessments WHERE broadcast_id = $1 AND assessor_service = 'a'`,
      [broadcastId],
    );
    expect(verdicts).toEqual([
      { status: 'failed', error_code: 'not_approved' },
      { status: 'failed', error_code: 'not_approved' },
    ]);
    expect(upstreams.judgeCalls.filter(({ judge }) => judge === 'a')).toHaveLength(2);
    await second.close();
    await first.close();
  });
});

describe('a user who cancels a judging at one replica', () => {
  it('has the calls of the others ended, and none begins again, also after a restart', async () => {
    const database = await freshDatabase(definition);
    upstreams.judges['a'] = async function* (_request, { signal }) {
      yield delta(assessment(90).slice(0, 30));
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const eventsPrefix = `test_${randomUUID().replaceAll('-', '')}`;
    const first = await startQuality(upstreams, { database, eventsPrefix });
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await first.completed(broadcastId, userId);
    const callsOfA = () => upstreams.judgeCalls.filter(({ judge }) => judge === 'a');
    const done = async () => (await all(first, broadcastId)).filter(({ status }) => status === 'completed').length;
    await until(async () => callsOfA().length === 2 && (await done()) === 4, { what: 'all but a to be done' });
    const second = await startQuality(upstreams, { database, eventsPrefix });
    const asUser = { callerToken: callerToken({ userId }) };
    expect(await second.assessments.cancelJudging({ broadcastId }, asUser)).toMatchObject({ failed: 2, cancelled: 2 });
    await until(() => callsOfA().every(({ call }) => call.signal.aborted), { what: 'the calls to be cancelled' });
    await second.close();
    await first.close();
    upstreams.judges['a'] = says(assessment(90));
    const third = await startQuality(upstreams, { database, eventsPrefix });
    const next = aBroadcast(upstreams, replies);
    await third.completed(next.broadcastId, next.userId);
    await third.ends(next.broadcastId);
    expect((await all(third, broadcastId)).map(({ status }) => status).sort()).toEqual([
      ...Array<string>(4).fill('completed'),
      ...Array<string>(2).fill('failed'),
    ]);
    expect(upstreams.judgeCalls).toHaveLength(12);
    await third.close();
    await database.drop();
  });
});

describe('a service that goes away in the middle', () => {
  it('is resumed by the next: no verdict missing, none twice', async () => {
    const database = await freshDatabase(definition);
    const gate = gated(90);
    upstreams.judges['a'] = gate.judge;
    const first = await startQuality(upstreams, { database });
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await first.completed(broadcastId, userId);
    await until(
      async () => (await all(first, broadcastId)).filter(({ status }) => status === 'completed').length === 4,
      {
        what: 'the others to be done',
      },
    );
    const { eventsPrefix } = first;
    await first.close();
    upstreams.judges['a'] = says(assessment(88));
    const second = await startQuality(upstreams, { database, eventsPrefix });
    try {
      await second.ends(broadcastId);
      gate.open();
      const rows = await all(second, broadcastId);
      expect(rows.map(({ pair }) => pair)).toEqual(pairs);
      expect(rows.map(({ overall }) => overall)).toEqual([88, 88, 80, 80, 70, 70]);
    } finally {
      await second.close();
      await database.drop();
    }
  });

  it('may be taken for gone and come back: its late answer counts for nothing', async () => {
    const database = await freshDatabase(definition);
    const gate = gated(11);
    upstreams.judges['a'] = gate.judge;
    const env = { QUALITY_HEARTBEAT_SECONDS: '600', QUALITY_LEASE_SECONDS: '600' };
    const first = await startQuality(upstreams, { database, env });
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await first.completed(broadcastId, userId);
    await until(() => upstreams.judgeCalls.filter(({ judge }) => judge === 'a').length === 2, {
      what: 'a to be called',
    });
    upstreams.judges['a'] = says(assessment(88));
    const second = await startQuality(upstreams, { database });
    try {
      await second.rows(
        `UPDATE quality.assessments SET lease_until = now() - interval '1 second' WHERE status = 'running' AND assessor_service = 'a'`,
      );
      await second.ends(broadcastId);
      gate.open();
      await first.close();
      const rows = await all(second, broadcastId);
      expect(rows.map(({ pair }) => pair)).toEqual(pairs);
      expect(rows.map(({ overall }) => overall)).toEqual([88, 88, 80, 80, 70, 70]);
      const recorded = await second.rows(
        `SELECT 1 FROM quality.outbox WHERE subject = 'quality.assessment_recorded.v1'`,
      );
      expect(recorded).toHaveLength(6);
    } finally {
      await second.close();
      await database.drop();
    }
  });

  it('is given up on after three lives, with the reason', async () => {
    const quality = await startQuality(upstreams);
    try {
      upstreams.judges['a'] = gated(90).judge;
      const { broadcastId, userId } = aBroadcast(upstreams, replies);
      await quality.completed(broadcastId, userId);
      await until(() => upstreams.judgeCalls.filter(({ judge }) => judge === 'a').length === 2, {
        what: 'a to be called',
      });
      // Three that crashed, and the attempt of this process, which lives on and takes its own back.
      await quality.rows(
        `UPDATE quality.assessments SET attempts = 4, owner = 'gone', fence = fence + 1, lease_until = now() - interval '1 second'
         WHERE status = 'running' AND assessor_service = 'a'`,
      );
      await quality.ends(broadcastId);
      const gaps = await quality.rows(`SELECT error_code FROM quality.assessments WHERE status = 'failed'`);
      expect(gaps).toEqual([{ error_code: 'abandoned' }, { error_code: 'abandoned' }]);
    } finally {
      await quality.close();
    }
  });
});

describe('a lease that lapses', () => {
  it('again and again, while its process lives, makes a verdict late and never gives it up', async () => {
    const quality = await startQuality(upstreams);
    try {
      const gate = gated(90);
      upstreams.judges['a'] = gate.judge;
      const callsOfA = () => upstreams.judgeCalls.filter(({ judge }) => judge === 'a').length;
      const { broadcastId, userId } = aBroadcast(upstreams, replies);
      await quality.completed(broadcastId, userId);
      const isOfA = `status = 'running' AND assessor_service = 'a'`;
      for (let lapse = 1; lapse <= 5; lapse += 1) {
        await until(() => callsOfA() === 2 * lapse, { what: 'a to be called' });
        // As another process would take it over, which then is too busy itself.
        await quality.rows(`UPDATE quality.assessments SET owner = 'another', fence = fence + 1 WHERE ${isOfA}`);
        const counted = `SELECT 1 FROM quality.assessments WHERE ${isOfA} AND attempts > 0`;
        await until(async () => (await quality.rows(counted)).length === 0, { what: 'attempts to be taken back' });
        await quality.rows(`UPDATE quality.assessments SET lease_until = now() - interval '1 second' WHERE ${isOfA}`);
      }
      await until(() => callsOfA() === 12, { what: 'a to be called' });
      gate.open();
      await quality.ends(broadcastId);
      expect((await all(quality, broadcastId)).map(({ status }) => status)).toEqual(Array(6).fill('completed'));
    } finally {
      await quality.close();
    }
  });

  it('because it cannot be extended ends the call before another process makes it again', async () => {
    const database = await freshDatabase(definition);
    const proxy = await tcpProxy(database.workerUrl);
    const gate = gated(90);
    upstreams.judges['a'] = gate.judge;
    const env = { QUALITY_WORKER_DATABASE_URL: proxy.urlOf(database.workerUrl), QUALITY_LEASE_SECONDS: '4' };
    const cut = await startQuality(upstreams, { database, env });
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await cut.completed(broadcastId, userId);
    const ofA = () => upstreams.judgeCalls.filter(({ judge }) => judge === 'a');
    await until(() => ofA().length === 2, { what: 'a to be called' });
    // With a queue of its own: a wake-up that the one cut off takes would be late.
    const other = await startQuality(upstreams, { database });
    try {
      proxy.freeze();
      await until(() => ofA().length > 2, { what: 'a to be called by another process' });
      expect(
        ofA()
          .slice(0, 2)
          .every(({ call }) => call.signal.aborted),
      ).toBe(true);
      gate.open();
      await other.ends(broadcastId);
      proxy.thaw();
      expect((await all(other, broadcastId)).map(({ status }) => status)).toEqual(Array(6).fill('completed'));
    } finally {
      proxy.thaw();
      await other.close();
      await cut.close();
      await proxy.close();
      await database.drop();
    }
  });
});

describe('what quality needs may be away', () => {
  it.each(['ai-dispatch', 'conversation', 'admin'] as const)('%s: late, then all', async (slice) => {
    const quality = await startQuality(upstreams);
    try {
      upstreams.away.add(slice);
      const { broadcastId, userId } = aBroadcast(upstreams, replies);
      await quality.completed(broadcastId, userId);
      await until(async () => (await quality.rows('SELECT 1 FROM quality.judgings WHERE tries > 1')).length === 1, {
        what: 'a second try',
      });
      expect(await all(quality, broadcastId)).toEqual([]);
      upstreams.away.clear();
      await quality.ends(broadcastId);
      expect((await all(quality, broadcastId)).filter(({ status }) => status === 'completed')).toHaveLength(6);
    } finally {
      await quality.close();
    }
  });

  it('ai-dispatch goes away between two judges: the calls that are missing follow when it is back', async () => {
    const quality = await startQuality(upstreams);
    try {
      const { broadcastId, userId } = aBroadcast(upstreams, replies);
      upstreams.judges['b'] = async function* () {
        // Only once: later calls to b are answered.
        upstreams.judges['b'] = says(assessment(80));
        upstreams.away.add('ai-dispatch');
        yield await Promise.resolve(delta(assessment(80)));
        yield ended();
      };
      await quality.completed(broadcastId, userId);
      await until(() => upstreams.away.has('ai-dispatch'), { what: 'ai-dispatch to go' });
      await until(() => upstreams.away.delete('ai-dispatch'), { what: 'ai-dispatch to come back' });
      await quality.ends(broadcastId);
      expect((await all(quality, broadcastId)).map(({ status }) => status)).toEqual(Array(6).fill('completed'));
    } finally {
      await quality.close();
    }
  });

  it('Redis is emptied between the two steps in which Bull takes a job: late, then all', async () => {
    const quality = await startQuality(upstreams);
    try {
      const queue = quality.service.app.get<Taking>(getQueueToken(judgingQueue), { strict: false });
      const take = queue.moveToActive.bind(queue);
      const taken: string[] = [];
      queue.moveToActive = async (id) => {
        if (id?.startsWith('judge-') && taken.push(id) === 1)
          await queue.client.del(...(await queue.client.keys(queue.toKey('*'))));
        return take(id);
      };
      const { broadcastId, userId } = aBroadcast(upstreams, replies);
      await quality.completed(broadcastId, userId);
      await quality.ends(broadcastId);
      expect(taken).not.toEqual([]);
      expect((await all(quality, broadcastId)).map(({ status }) => status)).toEqual(Array(6).fill('completed'));
    } finally {
      await quality.close();
    }
  });
});
