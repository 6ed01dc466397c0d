import { expect, it } from '@jest/globals';
import { refusedKey, type Observation } from './observations.rules.js';
import { decide } from './service-changes.rules.js';

const refusing = (text: string): Observation => ({
  answer: {
    aiService: 'gpt',
    number: 1,
    isSuccess: true,
    text,
    error: null,
    responseTimeMs: 40,
    costMicros: null,
    costSource: null,
    sources: [],
  },
  outcomes: { [refusedKey]: 's' },
  cells: {},
});

it('shows the beginning of an answer that refuses, and no half of a character', () => {
  const text = `I cannot ${'x'.repeat(390)}🙂 help with that.`;
  const state = { tracks: { [refusedKey]: { seen: '-'.repeat(16), reported: '-' as const } }, times: [], costs: [] };
  const observations = Array.from({ length: 6 }, () => refusing(text));
  const { changes } = decide({ aiService: 'gpt', state, observations, earlier: {} }, []);
  expect(changes).toMatchObject([{ kind: 'refused', now: `I cannot ${'x'.repeat(390)}` }]);
});
