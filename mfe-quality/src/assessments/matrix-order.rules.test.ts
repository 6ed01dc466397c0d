import { describe, expect, it } from '@jest/globals';
import type { QualityAssessment } from '@polylogue/api-contract';
import { leniencyColumn, matrixOrder } from './matrix-order.rules.js';

const verdict = (assessor: string, target: string, overallScore: number) =>
  ({
    assessorServiceId: assessor,
    targetServiceId: target,
    messageId: target,
    status: 'completed',
    overallScore,
    biasScore: 100 - overallScore,
  }) as QualityAssessment;
const all = [verdict('a', 'c', 90), verdict('b', 'c', 60), verdict('d', 'c', 75), verdict('c', 'a', 50)];
const judges = ['a', 'b', 'c', 'd'];
const ordered = (column: string, direction: 'asc' | 'desc', shown: 'overall' | 'bias' = 'overall') =>
  matrixOrder(judges, all, { sort: { column, direction }, shown });

describe('the judges of the matrix', () => {
  it('stand as they came until a column is chosen', () => {
    expect(matrixOrder(judges, all, { sort: undefined, shown: 'overall' })).toEqual(judges);
  });

  it('stand by what they gave a target, those that gave it nothing last either way', () => {
    expect(ordered('c', 'desc')).toEqual(['a', 'd', 'b', 'c']);
    expect(ordered('c', 'asc')).toEqual(['b', 'd', 'a', 'c']);
    expect(ordered('c', 'desc', 'bias')).toEqual(['b', 'd', 'a', 'c']);
  });

  it('stand by leniency, which a judge alone does not have', () => {
    expect(ordered(leniencyColumn, 'desc')).toEqual(['a', 'd', 'b', 'c']);
  });
});
