import { exportFileName, type QualityAssessment as Assessment } from '@polylogue/api-contract';
import { EmptyState, localDay, PageHeader, paths, saveFile, Skeleton, toast } from '@polylogue/web-kit';
import { Button, ButtonLink, QueryState, ShowMore } from '@polylogue/web-kit/antd';
import { useSearchParams } from '@polylogue/web-kit/router';
import { Download, History, ListChecks, Trophy } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { BackLink } from '../back-link/back-link.js';
import { isVerdict, messagesIn, ofOneRubric } from './assessments.rules.js';
import { MessagePicker } from './message-picker.js';
import {
  useAllConversations,
  useAssessments,
  useJudging,
  useJudgingHints,
  useLooks,
  type Looks,
} from './quality-assessments.api.js';
import styles from './quality.module.css';
import { firstSort, sorted, type Sort } from './sort.state.js';

const AssessmentDetails = lazy(() => import('./assessment-details.js'));
const loadResults = () => import('./results.js');
const Results = lazy(loadResults);

const failed = {
  title: 'Failed to fetch conversations',
  text: 'Nothing is lost. Check the connection, then try again.',
};

/** A message that several services answered, and what they say of each other's replies. */
export default function QualityAssessment() {
  const list = useAllConversations();
  const { conversations } = list;
  const looks = useLooks(conversations);
  const messages = useMemo(() => messagesIn(conversations ?? []), [conversations]);
  const { picked, pick, isSought } = useShownMessage(messages, list);
  const [sort, setSort] = useState<Sort>(firstSort);
  const [open, setOpen] = useState<Assessment>();
  useResultsAhead();
  const found = useAssessments(picked);
  const { data: judging, isLoading } = useJudging(picked?.broadcastId);
  useJudgingHints(picked?.broadcastId);
  const shown = sorted(ofOneRubric(found.assessments, judging?.rubricVersion), sort, looks.nameOf);
  const all = Math.max(judging?.total ?? 0, shown.length);
  return (
    <div className="pl-page">
      <BackLink to={paths.dashboard.href()}>Back to Dashboard</BackLink>
      <PageHeader title="Quality Assessment" actions={<Actions shown={shown} all={all} looks={looks} />} />
      {(list.isPending || isSought) && <Loading />}
      {list.isError && !picked && <QueryState query={list} failed={failed} />}
      {list.isSuccess && !picked && !isSought && <NothingToCompare />}
      {picked && (
        <div className={styles.layout}>
          <MessagePicker messages={messages} picked={picked.key} onPick={pick}>
            {list.hasNextPage && <ShowMore list={list} label="Show earlier messages" />}
          </MessagePicker>
          <Suspense fallback={<LoadingCard />}>
            <Results
              picked={picked}
              found={found}
              judging={judging}
              isLoading={isLoading}
              looks={looks}
              shown={shown}
              sort={sort}
              onSort={setSort}
              onOpen={setOpen}
            />
          </Suspense>
        </div>
      )}
      {open && (
        <Suspense>
          <AssessmentDetails
            assessment={open}
            conversations={picked?.conversations ?? []}
            looks={looks}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface ActionsProps {
  shown: readonly Assessment[];
  /** How many verdicts there will be. */
  all: number;
  looks: Looks;
}

/** How far the judging is, its file, and what else is about quality. */
const Actions = ({ shown, all, looks }: ActionsProps) => (
  <>
    {shown.length > 0 && (
      <>
        <span className={styles.count}>
          {shown.filter(isVerdict).length} of {all} verdicts
        </span>
        <Button onClick={() => void saveCsv(shown, looks)} icon={<Download aria-hidden />}>
          Export CSV
        </Button>
      </>
    )}
    <nav className={styles.links} aria-label="More about quality">
      <ButtonLink to="rubrics">Rubrics</ButtonLink>
      <ButtonLink to="backtests" icon={<History aria-hidden />}>
        Backtests
      </ButtonLink>
      <ButtonLink to="suites" icon={<ListChecks aria-hidden />}>
        Suites
      </ButtonLink>
      <ButtonLink to="leaderboard" icon={<Trophy aria-hidden />}>
        Leaderboard
      </ButtonLink>
    </nav>
  </>
);

/** The room that messages and results will take. */
const Loading = () => (
  <div className={styles.layout}>
    <LoadingCard />
    <LoadingCard />
  </div>
);

const LoadingCard = () => (
  <section className="pl-card">
    <Skeleton rows={8} rowHeight={49} />
  </section>
);

const NothingToCompare = () => (
  <section className="pl-card">
    <EmptyState
      title="No Multi-AI Conversations Found"
      help="Send one message to several services; their replies can then be judged and compared here."
      action={
        <ButtonLink type="primary" to={paths.dashboard.href()}>
          Go to Dashboard
        </ButtonLink>
      }
    />
  </section>
);

// What writes the file comes with the click.
async function saveCsv(shown: readonly Assessment[], { nameOf }: Looks): Promise<void> {
  try {
    const { csvOf } = await import('./csv.rules.js');
    const file = new Blob([csvOf(shown, nameOf)], { type: 'text/csv;charset=utf-8' });
    saveFile(file, exportFileName('quality', localDay(new Date()), 'csv'));
  } catch {
    toast({ title: 'Export failed', description: 'Check the connection, then try again.', variant: 'destructive' });
  }
}

type Messages = ReturnType<typeof messagesIn>;
type List = Pick<
  ReturnType<typeof useAllConversations>,
  'isError' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** Loads what shows the results beside their data, once the page's head is there. */
function useResultsAhead(): void {
  useEffect(() => {
    // What fails here is loaded again when it is shown, and says so then.
    const frame = requestAnimationFrame(() => void loadResults().catch(() => undefined));
    return () => cancelAnimationFrame(frame);
  }, []);
}

/** The message that is shown. One that a link leads to may lie far back: until it is found no other stands in its place. */
function useShownMessage(messages: Messages, list: List) {
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const { picked, pick, isMissing } = usePicked(messages);
  const isUnread = isMissing && hasNextPage;
  const isSought = isUnread && !isError;
  useEffect(() => {
    if (isSought && !isFetchingNextPage) void fetchNextPage();
  }, [isSought, isFetchingNextPage, fetchNextPage]);
  return { picked: isUnread ? undefined : picked, pick, isSought };
}

/** The one that was picked, until then that of the round a link leads to, else the newest. */
function usePicked(messages: Messages) {
  const [pickedKey, pick] = useState<string>();
  const wanted = useSearchParams()[0].get('round');
  const linked = wanted === null ? undefined : messages.find(({ broadcastId }) => broadcastId === wanted);
  const picked = messages.find(({ key }) => key === pickedKey) ?? linked ?? messages[0];
  const isMissing = messages.length === 0 || (wanted !== null && !linked && pickedKey === undefined);
  return { picked, pick, isMissing };
}
