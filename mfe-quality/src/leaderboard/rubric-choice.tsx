import { builtInRubric, type ScoredRubric } from '@polylogue/api-contract';
import { rubricTitle } from './leaderboard.rules.js';
import styles from './leaderboard.module.css';

interface RubricChoiceProps {
  rubric: ScoredRubric | null;
  rubrics: readonly ScoredRubric[];
  onChange: (versionId: string) => void;
}

/** By which rubric scores are shown, where replies were judged by several: their scores are never put together. */
export function RubricChoice({ rubric, rubrics, onChange }: RubricChoiceProps) {
  if (rubrics.length < 2) return null;
  return (
    <p className={styles.rubric}>
      <label>
        Scores by
        <select value={rubric?.versionId ?? builtInRubric} onChange={({ target }) => onChange(target.value)}>
          {rubrics.map((each) => (
            <option key={each.versionId} value={each.versionId}>
              {rubricTitle(each)}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}
