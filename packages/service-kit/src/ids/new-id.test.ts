import { expect, it } from '@jest/globals';
import { validate, version } from 'uuid';
import { newId } from './new-id.js';

it('makes uuids of version 7 of this moment, each higher than the one before', () => {
  const before = Date.now();
  const ids = Array.from({ length: 5_000 }, newId);
  const after = Date.now();
  for (const id of ids) {
    expect(validate(id) && version(id)).toBe(7);
    const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    expect(ms).toBeGreaterThanOrEqual(before);
    expect(ms).toBeLessThanOrEqual(after);
  }
  expect(ids.toSorted()).toEqual(ids);
  // More calls than bytes are fetched for: none has the end of another.
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
});
