import type { RubricText } from '@polylogue/proto';
import type { AppliedRubric, ScoresByKey } from './applied-rubric.js';

/** Where the scale of a criterion is anchored. */
export const madeAnchors = [20, 50, 80] as const;

const task =
  'You assess one reply to one question. You are not told who wrote it. Judge what is written, not how confident, ' +
  'long or polite it sounds. Each criterion is scored on a scale of its own from 0 to 100; what deserves 20, 50 and 80 ' +
  'is described, and scores between and beyond are yours to give. A fault counts under one criterion only.';

interface Weighed {
  key: string;
  weight: number;
  flagBelow?: number | undefined;
}

/** The weighted mean, rounded: weights count in relation to their sum, whatever that is. */
export function weightedOverall(criteria: readonly Weighed[], scores: ScoresByKey): number {
  const sum = criteria.reduce((total, { weight }) => total + weight, 0);
  const weighed = criteria.reduce((total, { key, weight }) => total + weight * (scores[key] ?? 0), 0);
  return sum === 0 ? 0 : Math.round(weighed / sum);
}

/** Whether any criterion lies below what it must not. */
export const isBelow = (criteria: readonly Weighed[], scores: ScoresByKey): boolean =>
  criteria.some(({ key, flagBelow }) => flagBelow !== undefined && (scores[key] ?? 0) < flagBelow);

/** A version of a rubric that was made in the app, as a judge is given it. */
export function madeRubric(versionId: string, number: number, text: RubricText): AppliedRubric {
  const criteria = text.criteria.map((criterion, index) => ({ ...criterion, key: `c${index + 1}` }));
  return {
    version: versionId,
    label: `"${text.name}", version ${number}`,
    task,
    criteria: criteria.map(({ key, name, asks, low, middle, high }) => ({
      key,
      title: name,
      asks,
      anchors: [low, middle, high].map((each, index) => ({ score: madeAnchors[index]!, text: each })),
    })),
    reference: text.reference,
    language: text.language,
    kept: {
      kind: 'made',
      number,
      name: text.name,
      criteria: criteria.map(({ key, name, weight, flagBelow }) => ({ key, name, weight, flagBelow })),
    },
    totalOf: (scores) => ({ overall: weightedOverall(criteria, scores), flagged: isBelow(criteria, scores) }),
  };
}
