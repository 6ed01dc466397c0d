import type { Added } from '../client/added.rules.js';
import { p50, p95 } from '../table/quantile.rules.js';
import { atMost, beyond, ms, type Row, times } from '../table/rows.rules.js';

interface Floor {
  commit: number;
  hops: number;
}

/** Quantile is set against the same quantile of the floor. */
export function latencyRows(ours: Added[], fanOut: Added[], floor: Floor[]): Row[] {
  const least = floor.map(({ commit, hops }) => commit + hops);
  const part = (what: string, of: (added: Added) => number[]): Row => ({
    measure: `– ${what}, p50`,
    ours: ms(p50(ours.flatMap(of))),
    floor: ms(p50(fanOut.flatMap(of))),
  });
  return [
    ...against('6-way broadcast over its slowest provider', ours.map(whole), fanOut.map(whole), least, [1.5, 4]),
    ...against('time to first token', ours.flatMap(first), fanOut.flatMap(first), least, [1, 3]),
    part('until the providers are called', ({ parts }) => parts.called),
    part('from a first token to the client', ({ parts }) => parts.passed),
    part('from the last end to `done`', ({ parts }) => [parts.ended]),
    { measure: 'one durable commit, p50', ours: '–', floor: ms(p50(floor.map(({ commit }) => commit))) },
    { measure: 'two bare gRPC hops, p50', ours: '–', floor: ms(p50(floor.map(({ hops }) => hops))) },
  ];
}

const whole = (added: Added) => added.whole;
const first = (added: Added) => added.first;

function against(what: string, ours: number[], fanOut: number[], least: number[], goals: [number, number]): Row[] {
  return [
    { name: 'p50', of: p50, goal: goals[0] },
    { name: 'p95', of: p95, goal: goals[1] },
  ].flatMap(({ name, of, goal }) => [
    {
      measure: `${what}, added ${name}, against a bare fan-out`,
      ours: ms(of(ours)),
      floor: ms(of(fanOut)),
      compared: `${beyond(of(ours) - of(fanOut))}, ${times(of(ours) / of(fanOut))}`,
    },
    {
      measure: `${what}, added ${name}, beyond commit + two hops`,
      ours: ms(of(ours)),
      floor: ms(of(least)),
      compared: beyond(of(ours) - of(least)),
      goal: `≤ ${ms(goal)}`,
      verdict: atMost(of(ours) - of(least), goal),
    },
  ]);
}
