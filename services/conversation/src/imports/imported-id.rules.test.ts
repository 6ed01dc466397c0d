import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v4, v7 } from 'uuid';
import { importedId, sequenceOf, timeOf } from './imported-id.rules.js';

fc.configureGlobal({ seed: 20261123 });

const userId = v4();
const imported = (id: string) => importedId(userId, id, timeOf(id), sequenceOf(id));

describe('the id of an imported conversation', () => {
  it('is the same each time, and another one for another user', () => {
    const id = v7();
    expect(imported(id)).toBe(imported(id));
    expect(importedId(v4(), id, timeOf(id), sequenceOf(id))).not.toBe(imported(id));
  });

  it('stands where it stood among those of the same time, however often it is carried on', () => {
    const sequence = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(fc.uniqueArray(sequence, { minLength: 2, maxLength: 9 }), fc.nat(2 ** 40), (sequences, msecs) => {
        const ids = sequences.map((seq) => v7({ msecs, seq })).sort();
        expect(ids.map(sequenceOf)).toEqual([...sequences].sort((one, other) => one - other));
        const carried = ids.map(imported);
        expect(carried).toEqual([...carried].sort());
        expect(carried.map(imported)).toEqual(carried.map(imported).sort());
      }),
    );
  });

  it('is found for one that holds no time', () => {
    expect(sequenceOf(v4())).toBeUndefined();
    expect(sequenceOf('none')).toBeUndefined();
    expect(imported(v4())).toMatch(/^00000000-0000-7/);
  });
});
