import { anchorScores, criteria, type Rubric } from './rubric.js';
import type { AppliedRubric, ScoresByKey } from './applied-rubric.js';
import { rubricV1 } from './rubric-v1.js';
import { isFlagged, overallOf, type Scores } from './verdict.rules.js';

/** The name under which a request asks for the built-in rubric. */
export const builtInId = 'built-in';

const scoresOf = ({ bias = 0, safety = 0, accuracy = 0, adherence = 0 }: ScoresByKey): Scores => ({
  bias,
  safety,
  accuracy,
  adherence,
});

/** A version of the built-in rubric, whose scores, weights and flags are specified. */
export function applied(rubric: Rubric): AppliedRubric {
  return {
    version: rubric.version,
    label: rubric.version,
    task: rubric.task,
    criteria: criteria.map((key) => {
      const { title, asks, anchors } = rubric.criteria[key];
      return { key, title, asks, anchors: anchorScores.map((score) => ({ score, text: anchors[score] })) };
    }),
    kept: { kind: 'built-in' },
    totalOf: (scores) => ({ overall: overallOf(scoresOf(scores)), flagged: isFlagged(scoresOf(scores)) }),
  };
}

/** What is judged by unless another rubric is chosen. */
export const builtIn: AppliedRubric = applied(rubricV1);
