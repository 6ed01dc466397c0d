import type { Agreement, JudgeComparisons, JudgeRow, ScoredRubric as RubricRow, ScoreRow } from '@polylogue/proto';
import type { Kappa } from '../statistics/kappa.rules.js';
import type { Calibrated } from './calibration.rules.js';
import type { Comparing } from './comparisons.rules.js';
import type { ScoredRubric } from './scored-rubrics.rules.js';
import type { Scored } from './scores.rules.js';

export const toScoreRow = ({ aiService, version, verdicts, mean, interval, n }: Scored): ScoreRow => ({
  aiService,
  version,
  verdicts,
  replies: n,
  mean,
  interval,
});

export const toRubricRow = ({ version, isBuiltIn, name, number, verdicts }: ScoredRubric): RubricRow => ({
  version: isBuiltIn ? undefined : version,
  name,
  number,
  verdicts,
});

export const toJudgeRow = ({ agreement, byCriterion, ...judge }: Calibrated, rubric: ScoredRubric): JudgeRow => ({
  ...judge,
  agreements: [
    { criterion: 'overall', ...measured(agreement) },
    ...rubric.criteria.map((name, at): Agreement => {
      const named = rubric.isBuiltIn ? { criterion: name } : { criterion: 'own', name };
      return { ...named, ...measured(byCriterion[at]) };
    }),
  ],
});

const measured = (found: Kappa | undefined) => ({ kappa: found?.kappa, interval: found?.interval });

export const toComparisons = ({ follows, agreement, ...counts }: Comparing): JudgeComparisons => ({
  ...counts,
  follows: follows?.share,
  followsRange: follows?.interval,
  kappa: agreement?.kappa,
  kappaRange: agreement?.interval,
});
