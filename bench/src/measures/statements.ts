import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { playRound } from '../rig/broadcast-round.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { timetables } from '../rig/services.js';
import { startBenchStack, type BenchStack } from '../rig/stack.js';
import type { Row } from '../table/rows.rules.js';
import {
  heapRow,
  shortened,
  statementRow,
  walRow,
  type HeapCost,
  type StatementCost,
  type WalCost,
} from './statements.rules.js';

const atOnce = 24;
const settleMs = 1_500;
const upWithinMs = 30_000;

/**
 * Where PostgreSQL's time and log go per broadcast of six short replies, 24 at a time, in all schemas: by statement, by what is
 * written to (tables and indexes), and which updates stayed in place. Counting costs time of its own, so that it is compared with
 * itself and not with `throughput`.
 */
export async function statements(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 0, tokensPerSecond: 1000, tokens: 5, tokensPerWrite: 5 }));
  // A product of its own: its PostgreSQL is started again.
  const stack = await startBenchStack(rig.upstream.port, () => undefined, { name: '-statements' });
  let database: pg.Client | undefined;
  try {
    const counting = (database = await connectCounting(stack));
    const sessions = await stack.sessions(atOnce);
    const play = async (name: string, each: number) => {
      const played = await playRound(rig.upstream, sessions, { name: `statements-${name}`, lines: 1, each });
      await pause(settleMs);
      return played;
    };
    const warm = await play('warm', rig.isQuick ? 4 : 16);
    // Full pages are written once after a checkpoint, however many broadcasts follow: they are no part of what one costs.
    await counting.query('CHECKPOINT');
    const full = await play('pages', 2);
    const before = await begin(counting);
    const counted = await play('counted', rig.isQuick ? 4 : 16);
    const rows = await read(counting, before, counted.count);
    return { rows, failures: [warm, full, counted].flatMap(({ failures }) => failures) };
  } finally {
    await database?.end();
    await stack.stop();
  }
}

/** PostgreSQL counts statements only when it was started with that. */
async function connectCounting(stack: BenchStack): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: stack.postgresUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  await admin.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await admin.end();
  await stack.restartPostgres();
  for (const until = performance.now() + upWithinMs; ; await pause(200)) {
    const client = new pg.Client({
      connectionString: Object.assign(new URL(stack.postgresUrl), { pathname: '/polylogue' }).href,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
      await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
      await client.query('ALTER SYSTEM SET pg_stat_statements.track_planning = on');
      await client.query('SELECT pg_reload_conf()');
      await stack.untilReady(upWithinMs);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (performance.now() > until) throw error;
    }
  }
}

interface Before {
  at: string;
  heaps: Map<string, HeapCost>;
}

async function begin(database: pg.Client): Promise<Before> {
  await database.query('SELECT pg_stat_statements_reset()');
  const { rows } = await database.query<{ at: string }>('SELECT pg_current_wal_insert_lsn() AS at');
  return { at: rows[0]!.at, heaps: new Map((await readHeaps(database)).map((heap) => [heap.name, heap])) };
}

async function read(database: pg.Client, before: Before, broadcasts: number): Promise<Row[]> {
  const costs = await readStatements(database);
  const wal = await readWal(database, before.at);
  const heaps = await readHeaps(database);
  const changed = heaps.map((heap) => {
    const { inserted = 0, updated = 0, inPlace = 0, deleted = 0 } = before.heaps.get(heap.name) ?? {};
    return {
      name: heap.name,
      inserted: heap.inserted - inserted,
      updated: heap.updated - updated,
      inPlace: heap.inPlace - inPlace,
      deleted: heap.deleted - deleted,
    };
  });
  return [
    statementRow({ ...sumOf(costs), name: 'all statements' }, broadcasts),
    ...costs.slice(0, 40).map((cost) => statementRow({ ...cost, name: `– ${shortened(cost.name)}` }, broadcasts)),
    walRow({ name: 'log, all', ...sumOfWal(wal) }, broadcasts),
    ...wal.slice(0, 60).map((cost) => walRow({ ...cost, name: `– ${cost.name}` }, broadcasts)),
    ...changed
      .filter(({ inserted, updated, deleted }) => inserted + updated + deleted > broadcasts / 4)
      .map((heap) => heapRow(heap, broadcasts)),
  ];
}

async function readStatements(database: pg.Client): Promise<StatementCost[]> {
  const { rows } = await database.query<StatementCost>(
    `SELECT u.usename || ': ' || s.query AS name, sum(s.calls)::float8 AS calls, sum(s.total_exec_time + s.total_plan_time) AS ms,
       sum(s.total_plan_time) AS "planMs", sum(s.wal_bytes)::float8 AS wal, sum(s.rows)::float8 AS rows
     FROM pg_stat_statements s JOIN pg_user u ON u.usesysid = s.userid
     WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND u.usename <> 'postgres'
     GROUP BY 1 ORDER BY 3 DESC`,
  );
  return rows;
}

/** By what is written to; a record that touches several is counted for the first. */
async function readWal(database: pg.Client, since: string): Promise<WalCost[]> {
  const { rows } = await database.query<WalCost>(
    `WITH written AS (
       SELECT record_length AS bytes, fpi_length AS pages, resource_manager || ' ' || record_type AS kind,
         (regexp_match(block_ref, 'rel \\d+/(\\d+)/(\\d+)'))[1]::oid AS db,
         (regexp_match(block_ref, 'rel \\d+/(\\d+)/(\\d+)'))[2]::oid AS node
       FROM pg_get_wal_records_info($1, pg_current_wal_flush_lsn())
     )
     SELECT CASE WHEN db = 0 OR db IS NULL THEN kind
         WHEN db <> (SELECT oid FROM pg_database WHERE datname = current_database()) THEN 'another database'
         ELSE coalesce(pg_filenode_relation(0, node)::regclass::text, 'a dropped relation') || ' ' || kind END AS name,
       count(*)::float8 AS records, sum(bytes)::float8 AS bytes, sum(pages)::float8 AS pages
     FROM written GROUP BY 1 ORDER BY 3 DESC`,
    [since],
  );
  return rows;
}

async function readHeaps(database: pg.Client): Promise<HeapCost[]> {
  const { rows } = await database.query<HeapCost>(
    `SELECT schemaname || '.' || relname AS name, n_tup_ins::float8 AS inserted, n_tup_upd::float8 AS updated,
       n_tup_hot_upd::float8 AS "inPlace", n_tup_del::float8 AS deleted
     FROM pg_stat_user_tables ORDER BY 1`,
  );
  return rows;
}

const total = <T>(list: readonly T[], of: (each: T) => number) => list.reduce((sum, each) => sum + of(each), 0);

const sumOf = (costs: readonly StatementCost[]) => ({
  calls: total(costs, ({ calls }) => calls),
  ms: total(costs, ({ ms }) => ms),
  planMs: total(costs, ({ planMs }) => planMs),
  wal: total(costs, ({ wal }) => wal),
  rows: total(costs, ({ rows }) => rows),
});

const sumOfWal = (costs: readonly WalCost[]) => ({
  records: total(costs, ({ records }) => records),
  bytes: total(costs, ({ bytes }) => bytes),
  pages: total(costs, ({ pages }) => pages),
});
