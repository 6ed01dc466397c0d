import { lostIn } from '../client/lost.rules.js';
import type { Session } from '../client/session.js';
import type { Seen } from '../client/seen.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { atMost, type Row, times, us } from '../table/rows.rules.js';

const broadcasts = 10;
const shapes = [
  { name: 'one per packet', tokensPerWrite: 1, goal: 45 },
  { name: 'packets full (50 each)', tokensPerWrite: 50, goal: 8 },
];

/** Sends broadcasts, and reads the processor seconds of those who carried them. */
interface Road {
  broadcast: (key: string, services: string[], line: number) => Promise<Seen>;
  meters: (() => Promise<number>)[];
}

/** Processor time per token that reached the client, at 60 streams of 100 tokens/s, ours and the bare fan-out. */
export async function cpu(rig: Rig): Promise<Measured> {
  const failures: string[] = [];
  const rows: Row[] = [];
  const sessions = await rig.stack.sessions(broadcasts);
  const ours: Road = {
    broadcast: (key, names, line) => (sessions[line] as Session).broadcast(key, names),
    meters: [rig.stack.serverSeconds, rig.stack.postgresSeconds],
  };
  const floor: Road = { broadcast: rig.fanOut.broadcast, meters: [rig.fanOut.seconds] };

  async function microsecondsPerToken(road: Road, name: string) {
    const before = await Promise.all(road.meters.map((meter) => meter()));
    const keys = Array.from({ length: broadcasts }, (_, index) => `${name}-${index}`);
    const seen = await Promise.all(keys.map((key, line) => road.broadcast(key, services, line)));
    const after = await Promise.all(road.meters.map((meter) => meter()));
    const { spoken } = await rig.upstream.take();
    failures.push(...seen.flatMap((one) => lostIn(one, spoken, services).sentences));
    const tokens = spoken.reduce((sum, one) => sum + one.tokens, 0);
    return after.map((seconds, index) => ((seconds - (before[index] ?? 0)) * 1e6) / tokens);
  }

  async function warmThenCount(road: Road, name: string, tokensPerWrite: number) {
    const shape = { firstTokenMs: 50, tokensPerSecond: 100, tokensPerWrite };
    await rig.upstream.plan(timetables({ ...shape, tokens: 150 }, 5));
    await microsecondsPerToken(road, `${name}-warm-${tokensPerWrite}`);
    await rig.upstream.plan(timetables({ ...shape, tokens: rig.isQuick ? 200 : 1000 }, 5));
    return microsecondsPerToken(road, `${name}-${tokensPerWrite}`);
  }

  for (const { name, tokensPerWrite, goal } of shapes) {
    const [mine = NaN, postgres = NaN] = await warmThenCount(ours, 'cpu', tokensPerWrite);
    const [ofFloor = NaN] = await warmThenCount(floor, 'cpu-floor', tokensPerWrite);
    rows.push(
      {
        measure: `CPU per token, ${name}`,
        ours: us(mine),
        floor: us(ofFloor),
        compared: times(mine / ofFloor),
        goal: `≤ ${goal} µs`,
        verdict: atMost(mine, goal),
      },
      { measure: `– Postgres beside it, ${name}`, ours: us(postgres) },
    );
  }
  return { rows, failures };
}
