import { builtInRubric, isBlindName, roundsOf, type FoundConversation } from '@polylogue/api-contract';
import { paths } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { PriceBefore, useJudgingPrice } from '@polylogue/web-kit/rubrics';
import { Link } from '@polylogue/web-kit/router';
import { RubricField, useRubrics } from '@polylogue/web-kit/rubrics';
import { Gavel } from 'lucide-react';
import { useMemo, useState } from 'react';
import comparison from './comparison-page.module.css';
import { votedReplies } from './mapped-replies.rules.js';
import styles from './judge-comparison.module.css';
import { useJudgeRounds } from './judging.api.js';

/** Has the replies of a comparison judged by a rubric that is chosen for it, in a line that unfolds. */
export default function JudgeComparison({ conversations }: { conversations: readonly FoundConversation[] }) {
  const [isOpen, setOpen] = useState(false);
  const broadcastIds = useMemo(() => judgedRounds(conversations), [conversations]);
  if (broadcastIds.length === 0) return null;
  return (
    <section className={styles.judging} aria-label="Judging">
      <button type="button" className={comparison.unfold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Gavel aria-hidden /> Judge the replies
      </button>
      {isOpen && <JudgeForm broadcastIds={broadcastIds} />}
    </section>
  );
}

function JudgeForm({ broadcastIds }: { broadcastIds: readonly string[] }) {
  const { data } = useRubrics();
  const [chosen, setChosen] = useState<string>();
  const [requested, setRequested] = useState<number>();
  const { judge, isPending } = useJudgeRounds(setRequested);
  const rubricId = chosen ?? data?.rubrics.find(({ isDefault }) => isDefault)?.id ?? builtInRubric;
  // What is requested already is not asked for twice.
  const isWanted = data !== undefined && requested === undefined && !isPending;
  const price = useJudgingPrice({ broadcastIds, rubricId, isWanted, deed: 'Judge' });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        price.confirm(() => judge({ broadcastIds, rubricId }));
      }}
    >
      <RubricField
        label="Judge with"
        help="Every judge is asked about every reply of this comparison. Earlier scores are kept."
        value={rubricId}
        onChange={(rubric) => {
          setRequested(undefined);
          setChosen(rubric);
        }}
      />
      <div className={styles.go}>
        <Button htmlType="submit" loading={isPending} disabled={!data}>
          {broadcastIds.length === 1 ? 'Judge the round' : `Judge ${broadcastIds.length} rounds`}
        </Button>
        <PriceBefore price={price} />
      </div>
      <p className={styles.note} role="status">
        {requested !== undefined && (
          <>
            The judges are asked. How far they are stands in{' '}
            <Link to={`${paths.qualityAssessment.href()}?round=${broadcastIds.at(-1)}`}>Quality Assessment</Link>.
          </>
        )}
      </p>
    </form>
  );
}

/** The rounds whose replies can be judged: those with two complete ones, once their names are known. */
function judgedRounds(conversations: readonly FoundConversation[]): string[] {
  return roundsOf(conversations).flatMap(({ replies }) => {
    const [first, second] = replies.some(({ aiService }) => isBlindName(aiService.name)) ? [] : votedReplies(replies);
    return first && second ? [first.broadcastId] : [];
  });
}
