import { describe, expect, it } from '@jest/globals';
import { choose } from './choice.rules.js';

describe('the arguments of npm run bench', () => {
  const known = ['boot', 'latency', 'cpu'];

  it('choose everything when nothing is named', () => {
    expect(choose([], known)).toEqual({ names: known, isQuick: false, isGate: false, shouldWrite: false });
  });

  it('leave out what wants to be named', () => {
    expect(choose([], ['cpu', 'peers'], ['peers'])).toMatchObject({ names: ['cpu'] });
    expect(choose(['peers'], ['cpu', 'peers'], ['peers'])).toMatchObject({ names: ['peers'] });
  });

  it('choose what is named, with its flags', () => {
    expect(choose(['cpu', '--gate', '--write'], known)).toMatchObject({
      names: ['cpu'],
      isGate: true,
      shouldWrite: true,
    });
  });

  it('say how many messages there are', () => {
    expect(choose(['cpu', '--messages=2000000'], known)).toMatchObject({ names: ['cpu'], messages: 2_000_000 });
    expect(choose(['cpu', '--messages=many'], known)).toMatchObject({ sentence: expect.stringContaining('many') });
  });

  it('say how long a soak takes', () => {
    expect(choose(['soak', '--minutes=10'], ['soak'])).toMatchObject({ names: ['soak'], minutes: 10 });
    expect(choose(['soak', '--minutes=0'], ['soak'])).toMatchObject({
      sentence: expect.stringContaining('--minutes=0'),
    });
  });

  it('are refused with the choices when one is unknown', () => {
    expect(choose(['speed'], known)).toEqual({
      sentence:
        'There is no measurement "speed". Choose from: boot, latency, cpu; flags: --quick, --gate, --write, --messages=200000, --minutes=60.',
    });
  });
});
