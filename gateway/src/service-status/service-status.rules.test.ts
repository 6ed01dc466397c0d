import { expect, it } from '@jest/globals';
import { stateOf, type StatusReport } from './service-status.rules.js';

const well: StatusReport = { isDraining: false, dependencies: [], queues: [], outboxAgeMs: 0 };
const dependency = (isUp: boolean, isOptional: boolean) => ({ name: 'x', isUp, isOptional });
const queue = (lateMs: number, isAway = false) => ({ lateMs, isAway });

it.each<[string, Partial<StatusReport>, ReturnType<typeof stateOf>]>([
  ['nothing is amiss', { dependencies: [dependency(true, false)], queues: [queue(10)] }, 'ready'],
  ['what it needs is away', { dependencies: [dependency(true, true), dependency(false, false)] }, 'down'],
  ['what helps it is away', { dependencies: [dependency(false, true)] }, 'late'],
  ['its queue is behind', { queues: [queue(5_001)] }, 'late'],
  ['its queue does not answer', { queues: [queue(0, true)] }, 'late'],
  ['its events wait', { outboxAgeMs: 30_001 }, 'late'],
  ['it stops', { isDraining: true, dependencies: [dependency(false, false)] }, 'draining'],
])('%s: %j is %s', (_what, report, state) => {
  expect(stateOf({ ...well, ...report })).toBe(state);
});
