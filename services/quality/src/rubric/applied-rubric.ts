export interface AppliedCriterion {
  /** What it is called in a judge's answer. */
  key: string;
  title: string;
  asks: string;
  anchors: readonly { score: number; text: string }[];
}

/** Whole numbers from 0 to 100 by the keys of the criteria. */
export type ScoresByKey = Readonly<Record<string, number>>;

/** What is kept of a verdict: five columns of the built-in rubric, or the scores with what their criteria are called. */
export type Kept = { kind: 'built-in' } | { kind: 'made'; name: string; number: number; criteria: KeptCriterion[] };

export interface KeptCriterion {
  key: string;
  name: string;
  weight: number;
  flagBelow: number | undefined;
}

/** A rubric as a judge is given it, the built-in one or one that was made in the app. */
export interface AppliedRubric {
  /** What an assessment by it names. */
  version: string;
  /** How the judge hears it called. */
  label: string;
  task: string;
  criteria: readonly AppliedCriterion[];
  reference?: string | undefined;
  language?: string | undefined;
  kept: Kept;
  totalOf(scores: ScoresByKey): { overall: number; flagged: boolean };
}
