import { fromStored, RubricVerdict } from '@polylogue/proto';
import { criteria } from '../rubric/rubric.js';
import { builtIn } from '../rubric/built-in.rules.js';
import { noSuchScores } from './leaderboard.errors.js';

/** A rubric by which replies were scored: one version of it. */
export interface ScoredRubric {
  version: string;
  isBuiltIn: boolean;
  name: string;
  number: number;
  /** What its criteria are called, in their order. */
  criteria: readonly string[];
  verdicts: number;
}

/** How many verdicts there are by a version, and one of them. */
export interface FoundRubric {
  version: string;
  verdicts: number;
  byRubric: unknown;
}

/** The built-in rubric first, then the others by how much they were used. */
export function scoredRubrics(found: readonly FoundRubric[]): [ScoredRubric, ...ScoredRubric[]] {
  const verdicts = found.find(({ version }) => version === builtIn.version)?.verdicts ?? 0;
  const made = found.flatMap(({ version, verdicts: counted, byRubric }): ScoredRubric[] => {
    const kept = fromStored(RubricVerdict, byRubric);
    if (!kept) return [];
    const { rubricName: name, rubricNumber: number } = kept;
    return [
      { version, isBuiltIn: false, name, number, criteria: kept.criteria.map((each) => each.name), verdicts: counted },
    ];
  });
  const { version } = builtIn;
  return [
    { version, isBuiltIn: true, name: 'Built-in rubric', number: 1, criteria, verdicts },
    ...made.toSorted((one, other) => other.verdicts - one.verdicts),
  ];
}

/**
 * The one that is wanted: scores of two rubrics are never put together. Without a wish the first of `preferred` versions that
 * has scores, else the built-in one.
 */
export function rubricIn(
  rubrics: readonly [ScoredRubric, ...ScoredRubric[]],
  version?: string,
  preferred: readonly string[] = [],
): ScoredRubric {
  if (version === undefined) {
    const scored = preferred.flatMap((each) => rubrics.find((rubric) => rubric.version === each) ?? []);
    return scored[0] ?? rubrics[0];
  }
  const found = rubrics.find((each) => each.version === version);
  if (!found) throw noSuchScores();
  return found;
}
