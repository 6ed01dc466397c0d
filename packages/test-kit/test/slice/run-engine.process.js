// @ts-check
// A process that works on rows of `sample.works` with the run engine. It stops at the point that a row names, says so to its
// parent, and goes on when the parent lets it: run-engine.spec.ts kills, freezes or cuts it off there.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, Database, Drain, LeaseStore, PeriodicTask, Run, RunLoop } from '@polylogue/service-kit';
import pg from 'pg';

const { OWNER = '', WORKER_URL = '', APP_URL = '', PROVIDER_URL = '', LEASE_MS, STOPS } = process.env;
const leaseMs = Number(LEASE_MS);
const answer = ['one ', 'two ', 'three'];
const logger = createLogger('run-engine', 'silent');
const database = new Database({ schema: 'sample', appUrl: APP_URL, workerUrl: WORKER_URL, poolSize: 4, logger });
// What the provider sees: no fault of this process' own database hides it.
const provider = new pg.Pool({ connectionString: PROVIDER_URL, max: 4 });

/** @extends {Run<string>} */
class Work extends Run {
  /** @param {{ id: string; fence: number; stops_at: string }} row */
  constructor(row) {
    super(row.id, 'user');
    this.row = row;
    this.text = '';
  }
}

/** @extends {RunLoop<string, Work>} */
class Works extends RunLoop {
  constructor() {
    super({
      name: 'work',
      leases: new LeaseStore(database, OWNER, {
        table: 'works',
        id: 'id',
        idType: 'uuid',
        isRunning: `state = 'running'`,
      }),
      leaseMs,
      heartbeatMs: leaseMs / 6,
      drain: new Drain(1),
      logger,
    });
  }

  async claim() {
    const claimedAt = performance.now();
    const rows = await database.worker.query(
      `WITH free AS (
         SELECT id FROM works WHERE state = 'waiting' OR (state = 'running' AND lease_until < now())
         FOR UPDATE SKIP LOCKED), claimed AS (
         UPDATE works w SET state = 'running', owner = $1, fence = fence + 1, part = '',
           lease_until = now() + $2 * interval '1 millisecond'
         FROM free WHERE w.id = free.id RETURNING w.id, w.fence, w.stops_at)
       SELECT * FROM claimed`,
      [OWNER, leaseMs],
    );
    for (const row of rows) {
      const work = new Work(row);
      void reach(work, 'claimed').then(() => {
        this.hold([work.id], claimedAt);
        return this.begin(work, () => this.#work(work));
      });
    }
  }

  /** @param {Work} work */
  async #work(work) {
    await reach(work, 'begun');
    if (!work.mayContinue()) return;
    await record(work, 'called');
    work.signal.addEventListener('abort', () => void record(work, 'left'));
    for (const text of answer) {
      // As with a real provider: text may come after the process has lost the right to it.
      await sleep(20);
      if (!work.mayContinue()) return;
      work.text += text;
      if (text === answer[0]) {
        await reach(work, 'calling');
        if (!(await this.#write(work, 'part = $4', work.text))) return work.cancel('lost');
        await reach(work, 'part stored');
      }
    }
    await reach(work, 'answered');
    await this.#write(work, `body = $4, state = 'ended', ends = ends + 1`, work.text);
    await reach(work, 'ended');
  }

  /**
   * @param {Work} work
   * @param {string} set
   * @param {string} text
   * @returns {Promise<boolean>}
   */
  async #write({ id, row, signal }, set, text) {
    for (;;) {
      try {
        const rows = await database.worker.query(
          `WITH written AS (
             UPDATE works SET ${set} WHERE id = $1 AND owner = $2 AND fence = $3 AND state = 'running' RETURNING 1)
           SELECT 1 FROM written`,
          [id, OWNER, row.fence, text],
        );
        return rows.length > 0;
      } catch (error) {
        if (signal.aborted) throw error;
        await sleep(50);
      }
    }
  }
}

/** @param {Work} work @param {string} point */
async function reach({ id, row }, point) {
  if (STOPS === undefined || row.stops_at !== point) return;
  process.send?.({ id, point });
  await released;
}

/** @param {Work} work @param {'called' | 'left'} what */
async function record({ id, row }, what) {
  await provider.query('INSERT INTO sample.calls (id, fence, what) VALUES ($1, $2, $3)', [id, row.fence, what]);
}

const released = once(process, 'message');
const works = new Works();
await database.connect();
works.onApplicationBootstrap();
const claiming = new PeriodicTask({ everyMs: 100, work: () => works.claim() });
claiming.start('at once');
process.send?.({ ready: true });
