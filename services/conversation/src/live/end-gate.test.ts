import { describe, expect, it } from '@jest/globals';
import { EndGate } from './end-gate.js';

async function arriving(places: readonly number[]): Promise<number[]> {
  const gate = new EndGate();
  for (const _place of places) gate.enter();
  const left: number[] = [];
  await Promise.all(places.map((place) => gate.arrive(place).then(() => left.push(place))));
  return left;
}

describe('the gate at the end of a blind round', () => {
  it.each([{ places: [0, 1, 2] }, { places: [2, 1, 0] }, { places: [1, 2, 0] }])(
    'lets replies that ended in the order $places go in the order of their places',
    async ({ places }) => {
      expect(await arriving(places)).toEqual([0, 1, 2]);
    },
  );

  it('holds each until the last has arrived', async () => {
    const gate = new EndGate();
    gate.enter();
    gate.enter();
    const left: string[] = [];
    const first = gate.arrive(1).then(() => left.push('first'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(left).toEqual([]);
    expect(gate.counts).toEqual({ entered: 2, arrived: 1 });
    await gate.arrive(0);
    await first;
    expect(left).toEqual(['first']);
  });
});
