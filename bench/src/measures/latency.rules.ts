import type { Added } from '../client/added.rules.js';
import { p50, p95 } from '../table/quantile.rules.js';
import { atMost, beyond, ms, type Row, times } from '../table/rows.rules.js';

interface Floor {
  commit: number;
  hops: number;
}

/** How many times what the fan-out that stores the same adds. */
const maxTimes = 1.8;

/** A quantile is set against the same quantile of the floor. */
export function latencyRows(ours: Added[], stored: Added[], bare: Added[], floor: Floor[]): Row[] {
  const part = (what: string, of: (added: Added) => number[]): Row => ({
    measure: `– ${what}, p50`,
    ours: ms(p50(ours.flatMap(of))),
    floor: ms(p50(stored.flatMap(of))),
  });
  return [
    ...against('6-way broadcast over its slowest provider', whole, ours, stored, bare),
    ...against('time to first token', first, ours, stored, bare),
    part('until the providers are called', ({ parts }) => parts.called),
    part('from a first token to the client', ({ parts }) => parts.passed),
    part('from the last end to `done`', ({ parts }) => [parts.ended]),
    { measure: 'one durable commit, p50', ours: '–', floor: ms(p50(floor.map(({ commit }) => commit))) },
    { measure: 'two bare gRPC hops, p50', ours: '–', floor: ms(p50(floor.map(({ hops }) => hops))) },
  ];
}

const whole = (added: Added) => [added.whole];
const first = (added: Added) => added.first;

function against(what: string, of: (added: Added) => number[], ours: Added[], stored: Added[], bare: Added[]): Row[] {
  const row = (name: string, quantile: (numbers: number[]) => number, other: Added[], floor: string): Row => {
    const [own, ofFloor] = [quantile(ours.flatMap(of)), quantile(other.flatMap(of))];
    return {
      measure: `${what}, added ${name}, against ${floor}`,
      ours: ms(own),
      floor: ms(ofFloor),
      compared: `${beyond(own - ofFloor)}, ${times(own / ofFloor)}`,
    };
  };
  const judged = row('p50', p50, stored, 'a fan-out that stores the same');
  const ratio = p50(ours.flatMap(of)) / p50(stored.flatMap(of));
  return [
    { ...judged, goal: `≤ ${times(maxTimes)}`, verdict: atMost(ratio, maxTimes) },
    row('p95', p95, stored, 'a fan-out that stores the same'),
    row('p50', p50, bare, 'a bare fan-out'),
  ];
}
