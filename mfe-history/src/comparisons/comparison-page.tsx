import type { Comparison } from '@polylogue/api-contract';
import { NoticeCard, paths, useAccents } from '@polylogue/web-kit';
import { AntdTheme, ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { useNavigate, useParams } from '@polylogue/web-kit/router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ConfirmDelete } from '../deletion/confirm-delete.js';
import { useDeleting } from '../deletion/deleting.api.js';
import { ComparisonHeader } from './comparison-header.js';
import styles from './comparison-page.module.css';
import { useComparison, useThreads } from './comparisons.api.js';
import { useFollowComparisons } from './follow-comparisons.api.js';
import { Rounds } from './rounds.js';

const JudgeComparison = lazy(() => import('./judge-comparison.js'));

/** One comparison at its own address: what it is called, and round by round what was replied. */
export default function ComparisonPage() {
  const { id = '' } = useParams();
  const comparison = useComparison(id);
  useFollowComparisons();
  const { data } = comparison;
  return (
    <AntdTheme>
      <div className={`pl-page ${styles.page}`}>
        {data ? (
          <Shown key={data.id} comparison={data} />
        ) : (
          <QueryState query={comparison} skeleton={{ rows: 4, rowHeight: 72 }} failed={failed} notFound={notFound} />
        )}
      </div>
    </AntdTheme>
  );
}

function Shown({ comparison }: { comparison: Comparison }) {
  const threads = useThreads(comparison.id);
  const accents = useAccents(useMemo(() => comparison.conversations.map(({ aiService }) => aiService), [comparison]));
  const [isAsked, setAsked] = useState(false);
  const { start } = useDeleting('comparison');
  const navigate = useNavigate();
  const remove = async () => {
    setAsked(false);
    const left = await start([comparison.id]);
    if (left.length === 0) await navigate(`${paths.history.href()}?show=comparisons`);
  };
  return (
    <>
      <ComparisonHeader comparison={comparison} accents={accents} onDelete={() => setAsked(true)} />
      {threads.data ? (
        <>
          <div className={styles.judge}>
            <Suspense>
              <JudgeComparison conversations={threads.data} />
            </Suspense>
          </div>
          <Rounds conversations={threads.data} accents={accents} />
        </>
      ) : (
        <QueryState query={threads} skeleton={{ rows: 4, rowHeight: 72 }} failed={failed} />
      )}
      {isAsked && (
        <ConfirmDelete kind="comparison" count={1} onConfirm={() => void remove()} onCancel={() => setAsked(false)} />
      )}
    </>
  );
}

const failed = {
  title: 'Failed to fetch the comparison',
  text: 'Nothing is lost. Check the connection, then try again.',
};

const notFound = (
  <NoticeCard
    role="alert"
    title="Comparison not found"
    text="It may have been deleted, or the link is not complete."
    action={<ButtonLink to={`${paths.history.href()}?show=comparisons`}>Show all comparisons</ButtonLink>}
  />
);
