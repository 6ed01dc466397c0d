import { describe, expect, it } from '@jest/globals';
import { nextTry, worseOf, type CaseTries } from './next-try.rules.js';

const made = (...passed: (boolean | null)[]) =>
  passed.map((each, index) => ({ attempt: index + 1, status: 'completed' as const, passed: each }));
const pending = { attempt: 1, status: 'pending' as const, passed: null };
const aCase = (number: number, more: Partial<CaseTries> = {}): CaseTries => ({
  number,
  tries: [],
  micros: 100,
  judgeCalls: 1,
  isSteady: false,
  ...more,
});
const spent = { calls: 0, micros: 0 };
const bounds = { calls: 10, micros: 1_000 };

describe('the next try', () => {
  it('is the first case that nothing was begun for, and afterwards none', () => {
    expect(nextTry([aCase(1, { tries: made(true) }), aCase(2)], spent, bounds)).toMatchObject({
      number: 2,
      attempt: 1,
    });
    expect(nextTry([aCase(1, { tries: made(true) }), aCase(2, { tries: made(false) })], spent, bounds)).toBe('done');
  });

  it('is a second one where a case failed that used to pass, and no third one', () => {
    const failed = aCase(1, { isSteady: true, tries: made(false) });
    expect(nextTry([failed, aCase(2)], spent, bounds)).toMatchObject({ number: 1, attempt: 2 });
    expect(nextTry([{ ...failed, tries: made(false, false) }], spent, bounds)).toBe('done');
    expect(nextTry([{ ...failed, tries: made(null) }], spent, bounds)).toBe('done');
    expect(nextTry([{ ...failed, tries: made(true) }], spent, bounds)).toBe('done');
  });

  it('waits while three run, and while the last ones come to their end', () => {
    const running = aCase(1, { isSteady: true, tries: [pending] });
    expect(nextTry([running, running, running, aCase(2)], spent, bounds)).toBe('wait');
    expect(nextTry([running, running, aCase(2)], spent, bounds)).toMatchObject({ number: 2 });
    expect(nextTry([aCase(1, { tries: made(true) }), running], spent, bounds)).toBe('wait');
  });

  it('counts the judge, and stops where calls or dollars might not reach', () => {
    expect(nextTry([aCase(1)], { ...spent, calls: 8 }, bounds)).toMatchObject({ number: 1 });
    expect(nextTry([aCase(1)], { ...spent, calls: 9 }, bounds)).toBe('stop');
    expect(nextTry([aCase(1)], { ...spent, micros: 901 }, bounds)).toBe('stop');
    expect(nextTry([aCase(1), aCase(2, { tries: [pending] })], { ...spent, micros: 901 }, bounds)).toBe('wait');
    expect(nextTry([aCase(1)], { ...spent, micros: 901 }, { ...bounds, micros: undefined })).toMatchObject({
      number: 1,
    });
  });
});

it('a case is worse that used to pass and failed twice', () => {
  const steady = { isSteady: true };
  expect(
    worseOf([
      aCase(1, { ...steady, tries: made(false, false) }),
      aCase(2, { ...steady, tries: made(false, true) }),
      aCase(3, { ...steady, tries: made(false, null) }),
      aCase(4, { tries: made(false, false) }),
      aCase(5, { ...steady, tries: made(true) }),
    ]),
  ).toEqual([1]);
});
