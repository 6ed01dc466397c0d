import { setTimeout as pause } from 'node:timers/promises';
import { addedTo } from '../client/added.rules.js';
import { lostIn } from '../client/lost.rules.js';
import type { Session } from '../client/session.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { p50, p95 } from '../table/quantile.rules.js';
import { atMost, beyond, ms } from '../table/rows.rules.js';

const burstOf = 84;
const users = 7;
const withinMs = 1_000;
const maxLaterMs = 300;
const rounds = { counted: 5, quick: 1 };

/** Seven users send 84 messages within one second: how much later a first token comes than when it is calm. */
export async function burst(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 20, tokensPerSecond: 200, tokens: 5, tokensPerWrite: 1 }));
  const failures: string[] = [];
  const sides = [
    { name: 'ours', sessions: await rig.stack.sessions(users), later: [] as number[], slowest: [] as number[] },
    { name: 'floor', sessions: rig.storedFanOut.sessions(users), later: [] as number[], slowest: [] as number[] },
  ];
  for (let round = 0; round < (rig.isQuick ? rounds.quick : rounds.counted); round += 1) {
    for (const { name, sessions, later, slowest } of sides) {
      const calm = await play(rig, sessions, `burst-calm-${name}-${round}`, 1, failures);
      const busy = await play(rig, sessions, `burst-${name}-${round}`, burstOf / users, failures);
      later.push(p50(busy) - p50(calm));
      slowest.push(p95(busy) - p50(calm));
    }
  }
  const [ours, floor] = sides;
  const row = (measure: string, own: number, ofFloor: number) => {
    return { measure, ours: beyond(own), floor: beyond(ofFloor), compared: beyond(own - ofFloor) };
  };
  const median = p50(ours!.later);
  return {
    rows: [
      {
        ...row(
          `first token of ${burstOf} broadcasts of ${users} users within a second, p50`,
          median,
          p50(floor!.later),
        ),
        goal: `≤ +${ms(maxLaterMs)}`,
        verdict: atMost(median, maxLaterMs),
      },
      row('– p95', p50(ours!.slowest), p50(floor!.slowest)),
    ],
    failures,
  };
}

/** Each user's messages at even times within the second; what each added until its first token. */
async function play(
  rig: Rig,
  sessions: readonly Pick<Session, 'broadcast'>[],
  name: string,
  each: number,
  failures: string[],
): Promise<number[]> {
  const count = sessions.length * each;
  const sent = Array.from({ length: count }, async (_, index) => {
    await pause((index * withinMs) / count);
    return sessions[index % sessions.length]!.broadcast(`${name}-${index}`, services);
  });
  const seen = await Promise.all(sent);
  const { spoken } = await rig.upstream.take();
  failures.push(...seen.flatMap((one) => lostIn(one, spoken, services).sentences));
  return seen.flatMap((one) =>
    Math.min(
      ...addedTo(
        one,
        spoken.filter(({ key }) => key === one.key),
      ).first,
    ),
  );
}
