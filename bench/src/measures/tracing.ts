import { setTimeout } from 'node:timers/promises';
import type { Session } from '../client/session.js';
import { playRound } from '../rig/broadcast-round.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { timetables } from '../rig/services.js';
import { startSpanCounter } from '../rig/span-counter.js';
import { startBenchStack, type BenchStack } from '../rig/stack.js';
import { atMost, type Row } from '../table/rows.rules.js';
import { spanWhileOff } from './tracing.rules.js';

const users = 4;
// Longer than a batch of spans is held before it is exported.
const sentAfterMs = 6_000;
const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(3)} %`;

/**
 * What traces cost a broadcast. While they are off: its spans, counted where they are on, times what a span that is off
 * adds. While they are on: two products side by side take turns, one of them traced whole.
 */
export async function tracing(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 0, tokensPerSecond: 1000, tokens: 5, tokensPerWrite: 5 }));
  const collector = await startSpanCounter();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const traced = await startBenchStack(rig.upstream.port, () => undefined, { name: '-traced', env });
  try {
    const roads = { off: await roadOf(rig, rig.stack, 'off'), on: await roadOf(rig, traced, 'on') };
    const spent = await playInTurn(roads, collector, rig.isQuick ? 2 : 10);
    return {
      rows: rowsOf(spent, await spanWhileOff()),
      failures: [...roads.off.failures, ...roads.on.failures],
    };
  } finally {
    await traced.stop();
    await collector.stop();
  }
}

type Road = Awaited<ReturnType<typeof roadOf>>;

/** Per broadcast: seconds of processor time without and with traces, and spans. */
interface Spent {
  off: number;
  on: number;
  spans: number;
}

async function playInTurn(
  { off, on }: { off: Road; on: Road },
  collector: { count: () => number },
  turns: number,
): Promise<Spent> {
  const read = async () => ({ off: await off.seconds(), on: await on.seconds(), spans: collector.count() });
  await off.play(10);
  await on.play(10);
  await setTimeout(sentAfterMs);
  const before = await read();
  let broadcasts = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    broadcasts += await off.play(5);
    await on.play(5);
  }
  await setTimeout(sentAfterMs);
  const after = await read();
  return {
    off: (after.off - before.off) / broadcasts,
    on: (after.on - before.on) / broadcasts,
    spans: (after.spans - before.spans) / broadcasts,
  };
}

function rowsOf(spent: Spent, { withSpan, without }: Awaited<ReturnType<typeof spanWhileOff>>): Row[] {
  const cost = spent.spans * Math.max(0, withSpan - without) * 1e-9;
  return [
    {
      measure: `traces off: what ${spent.spans.toFixed(0)} spans of a broadcast add to its CPU`,
      ours: `${(cost * 1e6).toFixed(1)} µs`,
      floor: `${(spent.off * 1e6).toFixed(0)} µs`,
      compared: share(cost, spent.off),
      goal: '≤ 0.5 %',
      verdict: atMost(cost / spent.off, 0.005),
    },
    {
      measure: '– one span that is off, and the work inside it alone',
      ours: nanoseconds(withSpan),
      floor: nanoseconds(without),
    },
    {
      measure: '– every broadcast traced whole: CPU of one',
      ours: `${(spent.on * 1e6).toFixed(0)} µs`,
      floor: `${(spent.off * 1e6).toFixed(0)} µs`,
      compared: share(spent.on - spent.off, spent.off),
    },
  ];
}

const nanoseconds = (value: number) => `${value.toFixed(0)} ns`;

async function roadOf(rig: Rig, stack: BenchStack, name: string) {
  const sessions: Session[] = await stack.sessions(users);
  const failures: string[] = [];
  let turn = 0;
  return {
    failures,
    seconds: () => stack.serverSeconds(),
    async play(each: number) {
      turn += 1;
      const round = await playRound(rig.upstream, sessions, { name: `tracing-${name}-${turn}`, lines: 1, each });
      failures.push(...round.failures);
      return round.count;
    },
  };
}
