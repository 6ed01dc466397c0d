import type { Judging, QualityAssessment } from '@polylogue/api-contract';
import { EmptyState, Skeleton } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import { lazy, Suspense, useRef } from 'react';
import type { PickedMessage } from './assessments.rules.js';
import { AssessmentTable } from './assessment-table.js';
import { isNoVerdict } from './assessments.rules.js';
import { JudgingProgress, RunAssessment } from './judging-progress.js';
import type { Looks, useAssessments } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { ScoreMatrix } from './score-matrix.js';
import type { Sort } from './sort.state.js';
import { TargetSummaries } from './target-summary.js';

// It ends the page, under all that was judged.
const JudgeAgain = lazy(() => import('./judge-again.js'));

interface ResultsProps {
  picked: PickedMessage;
  found: ReturnType<typeof useAssessments>;
  judging: Judging | undefined;
  /** What else the results need has not come yet. */
  isLoading: boolean;
  looks: Looks;
  shown: QualityAssessment[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (assessment: QualityAssessment) => void;
}

const failed = { title: 'The assessments could not be loaded', text: 'They are safe. Try again in a moment.' };

/** What is known about the replies to the picked message. */
export default function Results({
  picked,
  found,
  judging,
  isLoading,
  looks,
  shown,
  sort,
  onSort,
  onOpen,
}: ResultsProps) {
  const region = useRef<HTMLDivElement>(null);
  const hasFailed = found.error !== null && shown.length === 0;
  // All at once: what came one by one would push about what is there already.
  if (hasFailed || found.isPending || isLoading) {
    const query = { ...found, isPending: !hasFailed };
    return <QueryState query={query} skeleton={{ rows: 8, rowHeight: 36 }} failed={failed} />;
  }
  const isOver = judging?.state === 'done' || judging?.state === 'skipped';
  return (
    <div ref={region} className={styles.results} tabIndex={-1}>
      {judging && (
        <JudgingProgress
          judging={judging}
          hasScores={shown.length > 0}
          looks={looks}
          // The button goes, so the focus must not go with it.
          onStopped={() => region.current?.focus()}
        />
      )}
      {shown.length === 0 && <NoAssessments picked={picked} judging={judging} />}
      {shown.length > 0 && (
        <>
          <ScoreMatrix assessments={shown} looks={looks} onOpen={onOpen} />
          <TargetSummaries assessments={shown} looks={looks} />
          <AssessmentTable assessments={shown} looks={looks} sort={sort} onSort={onSort} onOpen={onOpen} />
        </>
      )}
      {isOver && shown.some(isNoVerdict) && picked.broadcastId && (
        <div className={styles.again}>
          <RunAssessment broadcastId={picked.broadcastId} label="Ask again where there is no verdict" />
        </div>
      )}
      {isOver && picked.broadcastId && (
        <Suspense fallback={<RoomToJudge />}>
          <JudgeAgain
            key={picked.key}
            broadcastId={picked.broadcastId}
            judging={judging}
            isFirst={shown.length === 0}
          />
        </Suspense>
      )}
    </div>
  );
}

const RoomToJudge = () => (
  <section className={`pl-card ${styles.judgeAgain}`}>
    <Skeleton rows={2} rowHeight={36} />
  </section>
);

function NoAssessments({ picked, judging }: { picked: PickedMessage; judging: Judging | undefined }) {
  const { broadcastId } = picked;
  const isUnderWay = judging?.state === 'waiting' || judging?.state === 'judging';
  const help = !broadcastId
    ? 'This message was sent to one service at a time. Send it to several at once to have the replies compared.'
    : isUnderWay
      ? 'The judges are at work. Their verdicts appear here as they come.'
      : (judging?.reason ?? 'These replies have not been judged yet.');
  return (
    <section className="pl-card">
      <EmptyState
        title="No Quality Assessments Found"
        help={help}
        action={
          broadcastId && !isUnderWay && <RunAssessment broadcastId={broadcastId} label="Run Assessment" isPrimary />
        }
      />
    </section>
  );
}
