import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parts, type CallStatus, type Part } from './backtest.entity.js';
import { maxAtOnce, nextCall, type OpenCase } from './next-call.rules.js';

const aCase = (number: number, ...calls: [Part, CallStatus][]): OpenCase => ({
  number,
  candidateMicros: 100,
  judgeMicros: 10,
  calls: calls.map(([part, status]) => ({ part, status })),
});
const nothing = { calls: 0, micros: 0 };
const free = { calls: 300, micros: undefined };
const answered: [Part, CallStatus] = [parts.candidate, 'completed'];

describe('the next call of a backtest', () => {
  it('is what a begun case still needs, before a new case', () => {
    expect(nextCall([aCase(1), aCase(2)], nothing, free)).toEqual({ number: 1, part: 0, micros: 100 });
    expect(nextCall([aCase(1), aCase(2, answered)], nothing, free)).toEqual({ number: 2, part: 1, micros: 10 });
    const half = aCase(2, answered, [parts.candidateFirst, 'completed']);
    expect(nextCall([aCase(1), half], nothing, free)).toMatchObject({ number: 2, part: 2 });
  });

  it('is none of a case whose call is under way, and none beyond so many at a time', () => {
    const underWay = aCase(1, [parts.candidate, 'pending']);
    expect(nextCall([underWay], nothing, free)).toBe('wait');
    const several = Array.from({ length: maxAtOnce }, () => underWay);
    expect(nextCall([...several, aCase(2)], nothing, free)).toBe('wait');
    expect(nextCall([...several.slice(1), aCase(2)], nothing, free)).toMatchObject({ number: 2 });
    expect(nextCall([], nothing, free)).toBe('done');
  });

  it('waits for what runs before the budget is said to be used up', () => {
    const bounds = { calls: 300, micros: 150 };
    expect(nextCall([aCase(1)], { calls: 1, micros: 50 }, bounds)).toMatchObject({ number: 1 });
    expect(nextCall([aCase(1), aCase(2, [parts.candidate, 'pending'])], { calls: 1, micros: 51 }, bounds)).toBe('wait');
    expect(nextCall([aCase(1)], { calls: 1, micros: 51 }, bounds)).toBe('pause');
    expect(nextCall([aCase(1)], { calls: 9, micros: 0 }, { calls: 9, micros: undefined })).toBe('pause');
  });

  it('never takes what is expected beyond the budget', () => {
    const some = fc.record({ calls: fc.nat(20), micros: fc.nat(500) });
    fc.assert(
      fc.property(some, fc.nat(20), fc.nat(500), (spent, calls, micros) => {
        const next = nextCall([aCase(1), aCase(2, answered)], spent, { calls, micros });
        if (typeof next === 'string') return;
        expect(spent.calls + 1).toBeLessThanOrEqual(calls);
        expect(spent.micros + next.micros!).toBeLessThanOrEqual(micros);
      }),
    );
  });
});
