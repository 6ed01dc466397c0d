import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { playRound } from '../rig/broadcast-round.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { timetables } from '../rig/services.js';
import { throughputRows, type RoundCost } from './throughput.rules.js';

const atOnce = 24;
/** Users take turns, so that no thread grows long. */
const sets = 3;
const rounds = { counted: 7, quick: 2, broadcasts: 8 };
/** What a broadcast leaves to be done later, its words for the search and its events, is done by then. */
const settleMs = 1_000;

/**
 * Whole broadcasts of six short replies, 24 at a time: their processor time and WAL against the fan-out that stores the same
 * without a framework. Both take turns, and what one leaves to be done later is waited for.
 */
export async function throughput(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 0, tokensPerSecond: 1000, tokens: 5, tokensPerWrite: 5 }));
  const database = new pg.Client({ connectionString: rig.stack.postgresUrl });
  await database.connect();
  const [ours, floor] = [await rig.stack.sessions(atOnce * sets), rig.storedFanOut.sessions(atOnce * sets)];
  const sides = [
    { name: 'ours', sessions: ours, servers: () => rig.stack.serverSeconds(), costs: [] as RoundCost[] },
    { name: 'floor', sessions: floor, servers: () => rig.storedFanOut.seconds(), costs: [] as RoundCost[] },
  ];
  const failures: string[] = [];
  const read = async (servers: () => Promise<number>) => {
    const { rows } = await database.query<{ wal: string }>('SELECT pg_current_wal_insert_lsn() - $1 AS wal', ['0/0']);
    return { servers: await servers(), postgres: await rig.stack.postgresSeconds(), wal: Number(rows[0]!.wal) };
  };
  try {
    for (let round = -2; round < (rig.isQuick ? rounds.quick : rounds.counted); round += 1) {
      for (const { name, sessions, servers, costs } of round % 2 === 0 ? sides : [...sides].reverse()) {
        const set = (round + 2) % sets;
        const own = sessions.slice(set * atOnce, (set + 1) * atOnce);
        const before = await read(servers);
        const begun = performance.now();
        const how = { name: `throughput-${name}-${round}`, lines: 1, each: rounds.broadcasts };
        const { count, failures: faults } = await playRound(rig.upstream, own, how);
        const seconds = (performance.now() - begun) / 1000;
        await pause(settleMs);
        const after = await read(servers);
        failures.push(...faults);
        if (round < 0) continue;
        costs.push({
          count,
          seconds,
          servers: after.servers - before.servers,
          postgres: after.postgres - before.postgres,
          wal: after.wal - before.wal,
        });
      }
    }
  } finally {
    await database.end();
  }
  return { rows: throughputRows(sides[0]!.costs, sides[1]!.costs), failures };
}
