import type { QualityAssessment } from '@polylogue/api-contract';
import { agreementWithin, columnsOf, isVerdict, scoreOf, type ScoreName } from './assessments.rules.js';

export interface Figures {
  average: number;
  median: number;
}

/** Of every score that is shown. */
export type FiguresByScore = { overall: Figures } & Partial<Record<ScoreName, Figures>>;

export interface TargetSummary {
  target: string;
  /** Of those that gave a verdict; of no verdict there is no figure. */
  figures: FiguresByScore | undefined;
  /** Overall scores, one for each judge. */
  scores: { assessor: string; score: number }[];
  judges: number;
  agreeing: number;
  flagged: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;

function median(numbers: readonly number[]): number {
  const inOrder = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(inOrder.length / 2);
  return inOrder.length % 2 === 1 ? inOrder[middle]! : (inOrder[middle - 1]! + inOrder[middle]!) / 2;
}

/** Average and median for each target, rounded; the best overall average first, those without a verdict last. */
export function summariesOf(assessments: readonly QualityAssessment[]): TargetSummary[] {
  const targets = [...new Set(assessments.map(({ targetServiceId }) => targetServiceId))];
  const columns = columnsOf(assessments);
  const exact = targets.map((target) => {
    const about = assessments.filter(({ targetServiceId }) => targetServiceId === target);
    const verdicts = about.filter(isVerdict);
    const overall = verdicts.map(({ overallScore }) => overallScore);
    const middle = overall.length > 0 ? median(overall) : 0;
    const figures = Object.fromEntries(
      columns.map(({ key }) => {
        const scores = verdicts.map((verdict) => scoreOf(verdict, key));
        return [key, { average: Math.round(mean(scores)), median: Math.round(median(scores)) }];
      }),
    ) as FiguresByScore;
    return {
      target,
      judges: verdicts.length,
      mean: overall.length > 0 ? mean(overall) : -1,
      figures: verdicts.length > 0 ? figures : undefined,
      scores: verdicts.map(({ assessorServiceId, overallScore }) => ({
        assessor: assessorServiceId,
        score: overallScore,
      })),
      agreeing: overall.filter((score) => Math.abs(score - middle) <= agreementWithin).length,
      flagged: verdicts.filter(({ flagged }) => flagged).length,
    };
  });
  return exact.sort((one, other) => other.mean - one.mean).map(({ mean: _mean, ...summary }) => summary);
}

/**
 * How far a judge's overall scores lie above (+) or below those of the other judges of the same replies, on average.
 * Undefined where no other judge gave a verdict on the same reply.
 */
export function leniencyOf(assessor: string, assessments: readonly QualityAssessment[]): number | undefined {
  const verdicts = assessments.filter(isVerdict);
  const differences = verdicts
    .filter((each) => each.assessorServiceId === assessor)
    .flatMap((own) => {
      const others = verdicts
        .filter((each) => each.messageId === own.messageId && each.assessorServiceId !== assessor)
        .map(({ overallScore }) => overallScore);
      return others.length > 0 ? own.overallScore - mean(others) : [];
    });
  return differences.length > 0 ? Math.round(mean(differences)) : undefined;
}
