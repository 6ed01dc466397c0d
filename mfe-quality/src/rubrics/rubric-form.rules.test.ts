import { describe, expect, it } from '@jest/globals';
import {
  canAdd,
  emptyForm,
  formOf,
  shareOf,
  textOf,
  withChange,
  withCriterion,
  withoutCriterion,
} from './rubric-form.rules.js';

const filled = withChange({ ...emptyForm, name: ' Tone ' }, 0, {
  name: 'Kind',
  asks: 'Is it kind?',
  low: 'No.',
  middle: 'Half.',
  high: 'Yes.',
});
const two = withChange(withCriterion(filled), 1, {
  ...filled.criteria[0],
  key: 1,
  name: 'Brief',
  weight: '3',
  flagBelow: '60',
});

describe('a rubric that is written', () => {
  it('is sent trimmed, without what was left empty', () => {
    expect(textOf(two)).toEqual({
      text: {
        name: 'Tone',
        criteria: [
          { name: 'Kind', asks: 'Is it kind?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 1 },
          { name: 'Brief', asks: 'Is it kind?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 3, flagBelow: 60 },
        ],
      },
    });
  });

  it('stands in the form as it was saved', () => {
    const read = textOf(two);
    if (!('text' in read)) throw new Error('It is whole.');
    const rubric = {
      id: 'x',
      version: 2,
      versionId: 'y',
      shared: true,
      isDefault: false,
      createdAt: '',
      text: read.text,
    };
    expect(textOf(formOf(rubric))).toEqual(read);
    expect(formOf(rubric).shared).toBe(true);
  });

  it('says beside each field what is wrong', () => {
    expect(textOf(emptyForm)).toEqual({
      faults: expect.objectContaining({
        name: 'The name is missing.',
        'criteria.0.asks': 'What a criterion asks is missing.',
      }),
    });
    expect(textOf(withChange(filled, 0, { weight: '' }))).toEqual({
      faults: { 'criteria.0.weight': 'A weight is a whole number from 0 to 100.' },
    });
    expect(textOf(withChange(filled, 0, { weight: '0' }))).toMatchObject({
      faults: { 'criteria.0.weight': 'At least one criterion needs a weight above 0.' },
    });
    expect(textOf(withChange(two, 1, { name: 'kind ' }))).toMatchObject({
      faults: { 'criteria.1.name': 'Two criteria have the same name.' },
    });
    expect(textOf(withChange(two, 1, { flagBelow: '101' }))).toMatchObject({
      faults: { 'criteria.1.flagBelow': 'A threshold is a whole number from 0 to 100.' },
    });
  });

  it('has up to eight criteria, each with its share of the overall score', () => {
    const eight = Array.from({ length: 7 }).reduce<typeof filled>((form) => withCriterion(form), filled);
    expect([canAdd(two), canAdd(eight), eight.criteria.length]).toEqual([true, false, 8]);
    expect(new Set(eight.criteria.map(({ key }) => key)).size).toBe(8);
    expect(two.criteria.map((each) => shareOf(two, each))).toEqual([25, 75]);
    expect(shareOf(withChange(two, 0, { weight: 'much' }), two.criteria[1]!)).toBeUndefined();
    expect(withoutCriterion(two, 0).criteria.map(({ name }) => name)).toEqual(['Brief']);
  });
});
