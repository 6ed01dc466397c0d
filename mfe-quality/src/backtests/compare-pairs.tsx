import type { NextBacktestPair, PairChoice } from '@polylogue/api-contract';
import { LateMarkdown, NoticeCard, PageHeader } from '@polylogue/web-kit';
import { ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { useParams } from '@polylogue/web-kit/router';
import { useEffect, useRef } from 'react';
import { BackLink } from '../back-link/back-link.js';
import styles from './backtests.module.css';
import { backtestPaths } from './backtests.rules.js';
import { useChoosePair, useNextPair } from './pairs.api.js';
import pairStyles from './pairs.module.css';
import { choiceOfKey, pairChoices, pairText } from './pairs.rules.js';
import { EndButton } from './people-card.js';

/** Two replies at a time, without names; what was compared stays when one leaves. */
export default function ComparePairs() {
  const { id = '' } = useParams();
  const next = useNextPair(id);
  return (
    <div className={`pl-page ${styles.page}`}>
      <BackLink to={backtestPaths.of(id)}>Back to the backtest</BackLink>
      <PageHeader title="Compare replies" />
      {next.data ? (
        <Next id={id} next={next.data} />
      ) : (
        <QueryState query={next} skeleton={{ rows: 6, rowHeight: 64 }} failed={failed} notFound={notFound} />
      )}
    </div>
  );
}

const failed = {
  title: 'There is no pair to compare',
  text: 'It may have ended already, or people do not compare in this backtest. What was compared is safe.',
};

const notFound = (
  <NoticeCard
    role="alert"
    title="Backtest not found"
    text="It may have been deleted, or the link is not complete."
    action={<ButtonLink to={backtestPaths.list}>Show all backtests</ButtonLink>}
  />
);

function Next({ id, next }: { id: string; next: NextBacktestPair }) {
  const { pair, pairs, compared, open } = next;
  if (pair) return <Pair key={pair.number} id={id} next={next} pair={pair} />;
  return (
    <section className="pl-card" aria-labelledby="pairs-done">
      <div className={pairStyles.open}>
        <h2 id="pairs-done">{open ? 'Nothing left to compare for now' : 'All pairs are compared'}</h2>
        <p role="status">
          {compared} of {pairs} compared.{' '}
          {open ? 'More may come while the backtest goes on.' : 'Names and rounds are shown now.'}
        </p>
        <p className={pairStyles.actions}>
          <ButtonLink type="primary" to={backtestPaths.of(id)}>
            Show the backtest
          </ButtonLink>
          {open && <EndButton id={id} isDone />}
        </p>
      </div>
    </section>
  );
}

interface PairProps {
  id: string;
  next: NextBacktestPair;
  pair: NonNullable<NextBacktestPair['pair']>;
}

function Pair({ id, next, pair }: PairProps) {
  const choose = useChoosePair(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const { isPending } = choose;
  const say = (choice: PairChoice) => {
    if (!isPending) choose.mutate({ parameters: { id, number: pair.number }, body: { choice } });
  };
  // A new pair is read from its beginning, and announced.
  useEffect(() => heading.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each key is that of a button in it
    <section
      className={pairStyles.pair}
      aria-labelledby="pair-title"
      onKeyDown={(event) => {
        const choice = choiceOfKey(event);
        if (!choice) return;
        event.preventDefault();
        say(choice);
      }}
    >
      <header>
        <h2 id="pair-title" tabIndex={-1} ref={heading}>
          {pairText(next)}
        </h2>
        <progress value={next.compared} max={Math.max(next.pairs, 1)} aria-label="Pairs compared" />
      </header>
      <Question pair={pair} />
      <div className={styles.sides}>
        <Reply title="Reply 1" text={pair.first} />
        <Reply title="Reply 2" text={pair.second} />
      </div>
      <div className={pairStyles.choices} role="group" aria-label="Which reply is better?">
        {pairChoices.map(({ choice, name, key }) => (
          <button key={choice} type="button" disabled={isPending} aria-keyshortcuts={key} onClick={() => say(choice)}>
            <kbd aria-hidden="true">{key}</kbd> {name}
          </button>
        ))}
      </div>
      <p className={pairStyles.help}>Keys 1 to 4 choose. You can leave and go on later; nothing is lost.</p>
    </section>
  );
}

const Question = ({ pair: { question, earlier } }: Pick<PairProps, 'pair'>) => (
  <section className={styles.passage}>
    <header>
      <h3>Question</h3>
    </header>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <div tabIndex={0} role="group" aria-label="Question" className={pairStyles.question}>
      {earlier.length > 0 && (
        <details>
          <summary>Earlier in this thread</summary>
          {earlier.map(({ fromUser, text }, at) => (
            <p key={at} className="pl-plain" dir="auto">
              <strong>{fromUser ? 'You' : 'Reply'}</strong> {text}
            </p>
          ))}
        </details>
      )}
      <p className="pl-plain" dir="auto">
        {question}
      </p>
    </div>
  </section>
);

const Reply = ({ title, text }: { title: string; text: string }) => (
  <section className={styles.passage}>
    <header>
      <h3>{title}</h3>
    </header>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <div tabIndex={0} role="group" aria-label={title}>
      <LateMarkdown text={text} />
    </div>
  </section>
);
