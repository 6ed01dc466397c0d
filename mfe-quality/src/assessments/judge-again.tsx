import { builtInRubric, type Judging, type Rubric } from '@polylogue/api-contract';
import { Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { isBuiltIn } from './assessments.rules.js';
import { RunAssessment } from './judging-progress.js';
import { useRubrics } from './quality-assessments.api.js';
import styles from './quality.module.css';

interface JudgeAgainProps {
  broadcastId: string;
  judging: Judging;
  /** Whether nothing was judged yet. */
  isFirst: boolean;
}

/** Has the replies judged by another rubric; what was judged by this one is kept. */
export function JudgeAgain({ broadcastId, judging, isFirst }: JudgeAgainProps) {
  const { data } = useRubrics();
  const [chosen, setChosen] = useState<string>();
  const used = usedIn(judging, data?.rubrics ?? []);
  const shown = chosen ?? used ?? builtInRubric;
  const isShown = shown === used && judging.state === 'done';
  const [title, label] = isFirst ? ['Judge with', 'Judge'] : ['Judge again with', 'Judge again'];
  const help = `Every judge is asked about every reply.${isFirst ? '' : ' Earlier scores are kept.'}`;
  return (
    <section className={`pl-card ${styles.judgeAgain}`} aria-label={label}>
      <Field label={title} help={isShown ? 'The scores above are by this rubric.' : help}>
        {(control) => (
          <select {...control} value={shown} onChange={({ target }) => setChosen(target.value)}>
            <option value={builtInRubric}>Built-in rubric</option>
            {(data?.rubrics ?? []).map((rubric) => (
              <option key={rubric.id} value={rubric.id}>
                {titleOf(rubric)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <RunAssessment broadcastId={broadcastId} rubricId={shown} label={label} isDisabled={isShown} />
    </section>
  );
}

/** What the scores are by; undefined for a version that is no longer the newest, or a rubric that is gone. */
function usedIn({ rubricVersion = '' }: Judging, rubrics: readonly Rubric[]): string | undefined {
  if (isBuiltIn(rubricVersion)) return builtInRubric;
  return rubrics.find(({ versionId }) => versionId === rubricVersion)?.id;
}

const titleOf = ({ text, version, shared }: Rubric) => `${text.name} (version ${version}${shared ? ', shared' : ''})`;
