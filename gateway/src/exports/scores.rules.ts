import type {
  ExportedConversation,
  MissingFromExport,
  QualityAssessment,
  RubricVerdict,
  Verdict,
} from '@polylogue/api-contract';
import { groupBy } from '@polylogue/service-kit';

/** What was said about each reply, by its id. */
export function assessmentsByReply({ assessments = [] }: ExportedConversation): Map<string, QualityAssessment[]> {
  return groupBy(assessments, ({ messageId }) => messageId);
}

export interface Score {
  /** Rounded; undefined where no judge gave a verdict. */
  average: number | undefined;
  verdicts: number;
  judges: number;
}

/** A judge without a verdict drags no average. */
export function scoreOf(assessments: readonly QualityAssessment[]): Score {
  const verdicts = assessments.filter((each): each is Verdict | RubricVerdict => each.status !== 'failed');
  const sum = verdicts.reduce((total, { overallScore }) => total + overallScore, 0);
  return {
    average: verdicts.length === 0 ? undefined : Math.round(sum / verdicts.length),
    verdicts: verdicts.length,
    judges: assessments.length,
  };
}

/** One judge's text about a reply, for reading. */
export function judgedLine(assessment: QualityAssessment): string {
  const judge = assessment.assessorServiceId;
  if (assessment.status === 'failed') return `${judge}: no verdict (${assessment.error})`;
  if (assessment.status === 'judged') return `${judge}: ${byCriteria(assessment)}`;
  const { overallScore, biasScore, toxicityScore, hallucinationScore, adherenceScore, flagged, analysis } = assessment;
  const scores = `bias ${biasScore}, safety ${toxicityScore}, accuracy ${hallucinationScore}, adherence ${adherenceScore}`;
  return `${judge}: ${overallScore} (${scores}), ${flagged ? 'Flagged' : 'Pass'}. ${analysis}`;
}

function byCriteria({ overallScore, criteria, rubric, flagged, analysis }: RubricVerdict): string {
  const scores = criteria.map(({ name, score }) => `${name} ${score}`).join(', ');
  const by = `by “${rubric.name}”, version ${rubric.version}`;
  return `${overallScore} ${by} (${scores}), ${flagged ? 'Flagged' : 'Pass'}. ${analysis}`;
}

export function missingSentence({ scoresOf, reason }: MissingFromExport): string | undefined {
  if (scoresOf === 0) return undefined;
  return `The scores of ${scoresOf} ${scoresOf === 1 ? 'conversation are' : 'conversations are'} missing here. ${reason}`;
}
