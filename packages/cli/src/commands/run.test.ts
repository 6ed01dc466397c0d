import { describe, expect, it } from '@jest/globals';
import type { SavedQuery } from '@polylogue/api-contract';
import { savedQueryCalled } from './run.js';

const queries = [
  { id: 1, title: 'Daily' },
  { id: 2, title: 'daily' },
  { id: 3, title: '1' },
  { id: 4, title: 'Weekly news' },
] as SavedQuery[];

describe('a saved query', () => {
  it.each([
    ['by its number', '4', 4],
    ['by its number before a title that looks like one', '1', 1],
    ['by its title in other letters', 'weekly NEWS', 4],
    ['by its exact title', 'daily', 2],
  ])('is found %s', (_, named, id) => expect(savedQueryCalled(named, queries).id).toBe(id));

  it.each([
    ['that is not there', 'Monthly', 'There is no saved query called "Monthly".'],
    ['that may be several', 'DAILY', 'Several saved queries are called "DAILY". Name one by its number.'],
  ])('%s is refused', (_, named, sentence) => expect(() => savedQueryCalled(named, queries)).toThrow(sentence));
});
