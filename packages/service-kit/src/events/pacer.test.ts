import { describe, expect, it } from '@jest/globals';
import { Pacer } from './pacer.js';

describe('a pacer', () => {
  it('works again at once while there is more, after a nudge, and never twice at a time', async () => {
    const left = [true, true, false, false];
    let running = 0;
    let turns = 0;
    let told = () => {};
    const pacer = new Pacer({
      idleMs: 3_600_000,
      onError: () => {},
      work: async () => {
        expect(++running).toBe(1);
        await Promise.resolve();
        running -= 1;
        turns += 1;
        told();
        return left.shift() ?? false;
      },
    });
    const turn = (n: number) => new Promise<void>((resolve) => (told = () => turns >= n && resolve()));
    const third = turn(3);
    pacer.start();
    await third;
    const fourth = turn(4);
    pacer.nudge();
    await fourth;
    await pacer.stop();
    expect(turns).toBe(4);
  });

  it('rests after a fault, even when nudged meanwhile', async () => {
    const faults: unknown[] = [];
    const pacer: Pacer = new Pacer({
      idleMs: 3_600_000,
      onError: (error) => faults.push(error),
      work: () => {
        pacer.nudge();
        return Promise.reject(new Error('away'));
      },
    });
    pacer.start();
    await new Promise((resolve) => setImmediate(resolve));
    await pacer.stop();
    expect(faults).toHaveLength(1);
  });
});
