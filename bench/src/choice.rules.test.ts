import { describe, expect, it } from '@jest/globals';
import { choose } from './choice.rules.js';

describe('what npm run bench is asked for', () => {
  const known = ['boot', 'latency', 'cpu'];

  it('is everything when nothing is named', () => {
    expect(choose([], known)).toEqual({ names: known, isQuick: false, isGate: false, shouldWrite: false });
  });

  it('is what is named, with its flags', () => {
    expect(choose(['cpu', '--gate', '--write'], known)).toMatchObject({
      names: ['cpu'],
      isGate: true,
      shouldWrite: true,
    });
  });

  it('is refused with the choices when it is not known', () => {
    expect(choose(['speed'], known)).toEqual({
      sentence: 'There is no measurement "speed". Choose from: boot, latency, cpu; flags: --quick, --gate, --write.',
    });
  });
});
