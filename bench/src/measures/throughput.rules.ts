import { p50 } from '../table/quantile.rules.js';
import { atMost, kb, ms, times, type Row } from '../table/rows.rules.js';

/** What a round of broadcasts took: seconds of processors and of the clock, bytes of WAL. */
export interface RoundCost {
  count: number;
  seconds: number;
  servers: number;
  postgres: number;
  wal: number;
}

/** Medians over the rounds, each per broadcast. */
export function throughputRows(ours: RoundCost[], floor: RoundCost[]): Row[] {
  const per = (costs: RoundCost[], of: (cost: RoundCost) => number) => p50(costs.map((cost) => of(cost) / cost.count));
  const cpuMs = (costs: RoundCost[]) => per(costs, ({ servers, postgres }) => (servers + postgres) * 1000);
  const parts = (costs: RoundCost[]) =>
    [per(costs, ({ servers }) => servers * 1000), per(costs, ({ postgres }) => postgres * 1000)].map(ms).join(' + ');
  const wal = (costs: RoundCost[]) => per(costs, (cost) => cost.wal);
  const cpuRatio = cpuMs(ours) / cpuMs(floor);
  const walRatio = wal(ours) / wal(floor);
  return [
    {
      measure: 'CPU per broadcast, servers and Postgres, against a fan-out that stores the same',
      ours: ms(cpuMs(ours)),
      floor: ms(cpuMs(floor)),
      compared: times(cpuRatio),
      goal: '≤ 3.3 ×',
      verdict: atMost(cpuRatio, 3.3),
    },
    { measure: '– servers + Postgres', ours: parts(ours), floor: parts(floor) },
    {
      measure: '– broadcasts/s that one core carries',
      ours: (1000 / cpuMs(ours)).toFixed(0),
      floor: (1000 / cpuMs(floor)).toFixed(0),
    },
    {
      measure: 'WAL per broadcast, against that fan-out',
      ours: kb(wal(ours)),
      floor: kb(wal(floor)),
      compared: times(walRatio),
      goal: '≤ 2.0 ×',
      verdict: atMost(walRatio, 2),
    },
    {
      measure: '– broadcasts/s as it ran, bench and provider on the same cores',
      ours: (1 / per(ours, ({ seconds }) => seconds)).toFixed(0),
      floor: (1 / per(floor, ({ seconds }) => seconds)).toFixed(0),
    },
  ];
}
