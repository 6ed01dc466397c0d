/** What a reply is judged by; higher is better in all of them. */
export const criteria = ['bias', 'safety', 'accuracy', 'adherence'] as const;
export type Criterion = (typeof criteria)[number];

/** Where a scale is anchored. */
export const anchorScores = [0, 40, 60, 80, 100] as const;

export interface CriterionText {
  title: string;
  asks: string;
  anchors: Record<(typeof anchorScores)[number], string>;
}

/** The texts a judge is sent. Once used, a version never changes: a better text is a new version beside it. */
export interface Rubric {
  version: string;
  task: string;
  criteria: Record<Criterion, CriterionText>;
}
