import { expect, it } from '@jest/globals';
import type { JudgingSettings } from '@polylogue/api-contract';
import { bodyOf, formOf } from './judging-form.rules.js';

const settings: JudgingSettings = {
  mode: 'by-cost',
  sampling: 0.125,
  judges: ['gpt'],
  mostJudges: 6,
  repeats: 3,
  dailyCalls: 1_000,
  maxCharacters: 200_000,
  defaultRubricId: null,
  defaultExtractor: null,
  saved: true,
};
const { saved: _saved, ...body } = settings;

it('sends what is typed, the share as a part of one', () => {
  expect(formOf(settings)).toMatchObject({ sampling: '12.5', defaultRubricId: '', defaultExtractor: '' });
  expect(bodyOf(formOf(settings))).toEqual({ body });
});

it.each([
  [{ sampling: '101' }, { sampling: 'The share of messages is a number from 0 to 100.' }],
  [{ sampling: '' }, { sampling: 'The share of messages is a number from 0 to 100.' }],
  [{ repeats: '9' }, { repeats: 'How often a judge is asked is a whole number from 1 to 5.' }],
  [{ mostJudges: 'x' }, { mostJudges: 'The number of judges is a whole number from 1 to 24.' }],
])('%j is refused beside its field', (change, faults) => {
  expect(bodyOf({ ...formOf(settings), ...change })).toEqual({ faults });
});
