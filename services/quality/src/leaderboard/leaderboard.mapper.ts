import type { JudgeRow, ScoreRow } from '@polylogue/proto';
import { criteria, type Calibrated } from './calibration.rules.js';
import type { Scored } from './scores.rules.js';

export const toScoreRow = ({ aiService, version, verdicts, mean, interval, n }: Scored): ScoreRow => ({
  aiService,
  version,
  verdicts,
  replies: n,
  mean,
  interval,
});

export const toJudgeRow = ({ agreements, ...judge }: Calibrated): JudgeRow => ({
  ...judge,
  agreements: criteria.map((criterion) => ({
    criterion,
    kappa: agreements[criterion]?.kappa,
    interval: agreements[criterion]?.interval,
  })),
});
