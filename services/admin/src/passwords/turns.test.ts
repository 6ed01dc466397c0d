import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('Turns', () => {
  it('runs no more at once than it may, in the order they came', async () => {
    const turns = new Turns(2, 10, () => new Error('full'));
    const gates = [gate(), gate(), gate(), gate()];
    const begun: number[] = [];
    const all = gates.map(({ opened }, index) =>
      turns.take(async () => {
        begun.push(index);
        await opened;
        return index;
      }),
    );
    expect(begun).toEqual([0, 1]);
    gates[1]!.open();
    await all[1];
    expect(begun).toEqual([0, 1, 2]);
    for (const each of gates) each.open();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
  });

  it('refuses whom the line has no room for, and hands the turn on after a failure', async () => {
    const turns = new Turns(1, 1, () => new Error('full'));
    const first = gate();
    const running = turns.take(() => first.opened.then(() => Promise.reject(new Error('broken'))));
    const waiting = turns.take(() => Promise.resolve('served'));
    await expect(turns.take(() => Promise.resolve('never'))).rejects.toThrow('full');
    first.open();
    await expect(running).rejects.toThrow('broken');
    expect(await waiting).toBe('served');
    expect(await turns.take(() => Promise.resolve('again'))).toBe('again');
  });
});
