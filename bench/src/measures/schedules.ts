import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { bareQueue } from '../floors/bare-queue.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { quantile } from '../table/quantile.rules.js';
import { atMost, ms, times } from '../table/rows.rules.js';

const maxMs = 60_000;

/** How late slots begin on a warm queue, and how long it takes until a thousand that are due at once have all begun. */
export async function schedules(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 0, tokensPerSecond: 1000, tokens: 1, tokensPerWrite: 1 }));
  await rig.stack.sessions(1);
  const database = new pg.Client({ connectionString: urlOf(rig.stack.postgresUrl) });
  await database.connect();
  try {
    const [apart, crowd] = rig.isQuick ? [40, 100] : [400, 1_000];
    await slots(database, 20, 25);
    const lateness = await slots(database, apart, 25);
    const atOnce = await slots(database, crowd, 0);
    const floor = await bareQueue(rig.stack.redisUrl, crowd);
    const p99 = quantile(lateness, 0.99);
    const all = Math.max(...atOnce);
    const early = [...lateness, ...atOnce].filter((each) => each < 0);
    return {
      rows: [
        {
          measure: 'schedules: lateness on a warm queue, p99',
          ours: ms(p99),
          goal: '≤ 25.00 ms',
          verdict: atMost(p99, 25),
        },
        {
          measure: `schedules: ${crowd} due at once, until all have begun`,
          ours: ms(all),
          floor: `${ms(floor)} bare Bull queue`,
          compared: times(all / Math.max(1, floor)),
          goal: '≤ 250.00 ms',
          verdict: atMost(all, 250),
        },
      ],
      failures: early.length > 0 ? [`${early.length} slots began before their time`] : [],
    };
  } finally {
    await database.query('DELETE FROM scheduler.saved_queries');
    await database.end();
  }
}

/** Milliseconds by which each of some slots began late; `apartMs` lie between two. */
async function slots(database: pg.Client, count: number, apartMs: number): Promise<number[]> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO scheduler.saved_queries
       (user_id, title, content, ai_services, is_scheduled, frequency, time_zone, is_active, next_run_at)
     SELECT (SELECT id FROM admin.users WHERE is_approved ORDER BY created_at LIMIT 1), 'Slot', 'Go', $1, true, 'daily',
       'UTC', true, date_trunc('milliseconds', now()) + (8000 + n * $3::float8) * interval '1 millisecond'
     FROM generate_series(1, $2) AS n RETURNING id`,
    [[services[0]], count, apartMs],
  );
  const ids = rows.map(({ id }) => id);
  const until = performance.now() + maxMs;
  for (;;) {
    const begun = await database.query<{ late: number }>(
      `SELECT (extract(epoch FROM started_at - slot_at) * 1000)::float8 AS late FROM scheduler.executions
       WHERE saved_query_id = ANY($1) AND started_at IS NOT NULL AND ended_at IS NOT NULL`,
      [ids],
    );
    if (begun.rows.length === count) return begun.rows.map(({ late }) => late);
    if (performance.now() > until) throw new Error(`Only ${begun.rows.length} of ${count} slots ran in a minute.`);
    // Not in the way of what is measured.
    await pause(2_000);
  }
}

function urlOf(url: string): string {
  const one = new URL(url);
  one.pathname = '/polylogue';
  return one.href;
}
