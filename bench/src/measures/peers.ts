import { setTimeout as pause } from 'node:timers/promises';
import { addedTo } from '../client/added.rules.js';
import { lostIn } from '../client/lost.rules.js';
import type { Session } from '../client/session.js';
import { startPortkey } from '../floors/portkey.js';
import { withKey } from '../rig/api-keys.js';
import { playRound } from '../rig/broadcast-round.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { p50, p95 } from '../table/quantile.rules.js';
import { beyond, ms, times, type Row } from '../table/rows.rules.js';

const atOnce = 24;
const rounds = { counted: 7, quick: 2, broadcasts: 8, alone: 40 };
const settleMs = 1_000;

interface Side {
  name: string;
  sessions: readonly Pick<Session, 'broadcast'>[];
  seconds: () => Promise<number>;
  cpuMs: number[];
  added: number[];
}

/**
 * The same six services through Portkey's gateway, which stores nothing: processor time and added time, in turn with a
 * broadcast of ours, and with the same six calls to our endpoint of the same protocol, each stored as a comparison.
 */
export async function peers(rig: Rig): Promise<Measured> {
  const portkey = await startPortkey(rig.upstream.port);
  const failures: string[] = [];
  const ours = async () => (await rig.stack.serverSeconds()) + (await rig.stack.postgresSeconds());
  const sessions = await rig.stack.sessions(atOnce);
  const programs = await Promise.all(sessions.map((session) => withKey(rig.stack.port, session)));
  const sides: [Side, Side, Side] = [
    { name: 'ours', sessions, seconds: ours, cpuMs: [], added: [] },
    { name: 'portkey', sessions: portkey.sessions(atOnce), seconds: () => portkey.seconds(), cpuMs: [], added: [] },
    { name: 'completions', sessions: programs, seconds: ours, cpuMs: [], added: [] },
  ];
  try {
    for (let round = -1; round < (rig.isQuick ? rounds.quick : rounds.counted); round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const before = await side.seconds();
        await rig.upstream.plan(timetables({ firstTokenMs: 0, tokensPerSecond: 1000, tokens: 5, tokensPerWrite: 5 }));
        const how = { name: `peers-${side.name}-${round}`, lines: 1, each: rounds.broadcasts };
        const { count, failures: faults } = await playRound(rig.upstream, side.sessions, how);
        await pause(settleMs);
        failures.push(...faults);
        if (round >= 0) side.cpuMs.push((((await side.seconds()) - before) * 1000) / count);
        await addAlone(rig, side, round, failures);
      }
    }
  } finally {
    for (const program of programs) program.close();
    await portkey.stop();
  }
  const [own, peer, completions] = sides;
  const against = `against six calls through Portkey ${portkey.version}, not stored`;
  return {
    rows: [
      ...rowsOf(`a broadcast, stored, ${against}`, own, peer),
      ...rowsOf(`six calls to /v1/chat/completions, each stored, ${against}`, completions, peer),
    ],
    failures,
  };
}

function rowsOf(what: string, one: Side, peer: Side): Row[] {
  const row = (measure: string, of: (side: Side) => number, compare: (own: number, other: number) => string): Row => {
    return { measure, ours: ms(of(one)), floor: ms(of(peer)), compared: compare(of(one), of(peer)) };
  };
  const later = (own: number, other: number) => beyond(own - other);
  return [
    row(`CPU of ${what}`, cpu, (own, other) => times(own / other)),
    row('– added p50, alone', ({ added }) => p50(added), later),
    row('– added p95, alone', ({ added }) => p95(added), later),
  ];
}

const cpu = ({ cpuMs }: Side) => p50(cpuMs);

/** Broadcasts one after the other: what each adds to its slowest provider. */
async function addAlone(rig: Rig, { name, sessions, added }: Side, round: number, failures: string[]): Promise<void> {
  await rig.upstream.plan(timetables({ firstTokenMs: 20, tokensPerSecond: 200, tokens: 20, tokensPerWrite: 1 }, 5));
  for (let turn = 0; turn < (rig.isQuick ? 4 : rounds.alone); turn += 1) {
    const seen = await sessions[turn % sessions.length]!.broadcast(`peers-alone-${name}-${round}-${turn}`, services);
    const { spoken } = await rig.upstream.take();
    failures.push(...lostIn(seen, spoken, services).sentences);
    if (round >= 0) added.push(addedTo(seen, spoken).whole);
  }
}
