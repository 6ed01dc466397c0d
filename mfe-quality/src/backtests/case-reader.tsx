import type { BacktestCaseTexts } from '@polylogue/api-contract';
import { LateMarkdown, paths } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import { Link } from '@polylogue/web-kit/router';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCase } from './backtests.api.js';
import { judgementText, sideText } from './backtests.rules.js';
import styles from './backtests.module.css';

/** The question, both replies side by side, and what the judge said in either order. */
export function CaseReader({ id, number }: { id: string; number: number }) {
  const found = useCase(id, number);
  return (
    <div className={styles.reader}>
      {found.data ? (
        <Texts found={found.data} />
      ) : (
        <QueryState query={found} skeleton={{ rows: 6, rowHeight: 40 }} failed={failed} />
      )}
    </div>
  );
}

const failed = { title: 'The replies could not be loaded', text: 'They are safe. Try again in a moment.' };
const gone = 'The round was deleted.';

function Texts({ found }: { found: BacktestCaseTexts }) {
  const { texts, baseline, candidate, number, comparisonId, conversationId } = found;
  const has = `${baseline.aiService.displayName}, ${baseline.pinned ? 'pinned' : 'newest reply'}`;
  return (
    <>
      <Passage title="Question" label={`Question of round ${number}`}>
        <p className="pl-plain" dir="auto">
          {texts.question ?? gone}
        </p>
      </Passage>
      <div className={styles.sides}>
        <Passage title="Baseline" label={`Baseline of round ${number}`} beside={`${has} · ${sideText(baseline)}`}>
          {texts.baseline === null ? <p>{gone}</p> : <LateMarkdown text={texts.baseline} />}
        </Passage>
        <Passage title="Candidate" label={`Candidate’s reply of round ${number}`} beside={sideText(candidate)}>
          {texts.candidate === null ? (
            <p>{texts.question === null ? gone : 'There is no reply.'}</p>
          ) : (
            <LateMarkdown text={texts.candidate} />
          )}
        </Passage>
      </div>
      <Judgements found={found} />
      <Link
        className={styles.history}
        to={comparisonId ? paths.comparison.href(comparisonId) : `${paths.history.href()}?open=${conversationId}`}
      >
        {comparisonId ? 'Open the comparison in History' : 'Open the round in History'} <ArrowUpRight aria-hidden />
      </Link>
    </>
  );
}

interface PassageProps {
  title: string;
  label: string;
  beside?: string;
  children: ReactNode;
}

const Passage = ({ title, label, beside, children }: PassageProps) => (
  <section className={styles.passage}>
    <header>
      <h4>{title}</h4>
      {beside && <small>{beside}</small>}
    </header>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <div tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  </section>
);

/** What the judge said of both orders. */
function Judgements({ found: { judge, comparisons, error } }: { found: BacktestCaseTexts }) {
  return (
    <section className={styles.judgements}>
      <h4>What {judge.displayName} says, without knowing who wrote what</h4>
      {error && <p className={styles.fault}>{error}</p>}
      <ul>
        {comparisons.map((each) => (
          <li key={each.first}>
            <p>
              <strong>{judgementText(each)}</strong>
              <small>{each.first === 'candidate' ? 'Read the candidate first' : 'Read the baseline first'}</small>
            </p>
            <p>{each.reason ?? each.error}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
