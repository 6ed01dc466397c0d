import { builtInRubric, type Judging, type Rubric } from '@polylogue/api-contract';
import { RubricField, useRubrics } from '@polylogue/web-kit/rubrics';
import { useState } from 'react';
import { isBuiltIn } from './assessments.rules.js';
import { RunAssessment } from './judging-progress.js';
import styles from './quality.module.css';

interface JudgeAgainProps {
  broadcastId: string;
  judging: Judging;
  /** Whether nothing was judged yet. */
  isFirst: boolean;
}

/** Has the replies judged by another rubric; what was judged by this one is kept. */
export default function JudgeAgain({ broadcastId, judging, isFirst }: JudgeAgainProps) {
  const { data } = useRubrics();
  const [chosen, setChosen] = useState<string>();
  const used = usedIn(judging, data?.rubrics ?? []);
  const shown = chosen ?? used ?? builtInRubric;
  const isShown = shown === used && judging.state === 'done';
  const [title, label] = isFirst ? ['Judge with', 'Judge'] : ['Judge again with', 'Judge again'];
  const isOld = data !== undefined && used === undefined && judging.rubricVersion !== undefined && !isFirst;
  return (
    <section className={`pl-card ${styles.judgeAgain}`} aria-label={label}>
      <RubricField label={title} help={helpOf({ isShown, isFirst, isOld })} value={shown} onChange={setChosen} />
      <RunAssessment broadcastId={broadcastId} rubricId={shown} label={label} isDisabled={isShown} />
    </section>
  );
}

function helpOf({ isShown, isFirst, isOld }: { isShown: boolean; isFirst: boolean; isOld: boolean }): string {
  if (isShown) return 'The scores above are by this rubric.';
  const asked = 'Every judge is asked about every reply.';
  if (isFirst) return asked;
  const old = isOld ? 'The scores above are by a rubric that is gone, or by an earlier version of one. ' : '';
  return `${old}${asked} Earlier scores are kept.`;
}

/** What the scores are by; undefined for a version that is no longer the newest, or a rubric that is gone. */
function usedIn({ rubricVersion = '' }: Judging, rubrics: readonly Rubric[]): string | undefined {
  if (isBuiltIn(rubricVersion)) return builtInRubric;
  return rubrics.find(({ versionId }) => versionId === rubricVersion)?.id;
}
