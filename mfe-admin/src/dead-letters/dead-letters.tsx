import { grouped } from '@polylogue/api-contract';
import { Badge, EmptyState, Skeleton } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import heads from '../panel/card-head.module.css';
import { PanelTab } from '../panel/panel-tab.js';
import { useDeadLetters, useReplay } from './dead-letters.api.js';
import { idOf, formatTally } from './dead-letters.rules.js';
import styles from './dead-letters.module.css';
import { LetterRow } from './letter-row.js';

/** Events and jobs that the services gave up on: looked at, handed over again, or let go. */
export default function DeadLetters() {
  const query = useDeadLetters();
  const { data } = query;
  const { replay, progress } = useReplay();
  const letters = data?.letters ?? [];
  return (
    <PanelTab query={query}>
      {data && data.missing.length > 0 && (
        <p className={styles.missing} role="status">
          Not answering: {data.missing.join(', ')}. What they gave up on is not listed.
        </p>
      )}
      <section className={`pl-card ${styles.card}`} aria-labelledby="letters-title">
        <header className={heads.head}>
          <h2 id="letters-title">Dead Letters</h2>
          {data && <Badge tone={data.total > 0 ? 'warn' : 'neutral'}>{grouped(data.total)}</Badge>}
          {letters.length > 0 && (
            <Button disabled={!!progress} onClick={() => void replay(letters)}>
              {data && data.total > letters.length ? `Replay these ${letters.length}` : 'Replay all'}
            </Button>
          )}
        </header>
        {progress && (
          <div className={styles.progress} role="status">
            <progress max={progress.of} value={progress.handled + progress.failed} aria-label="Replaying" />
            {`${progress.handled + progress.failed} of ${progress.of}: ${formatTally(progress)}`}
          </div>
        )}
        {query.isPending && <Skeleton rows={3} rowHeight={64} />}
        {data && letters.length === 0 && (
          <EmptyState
            title="No dead letters"
            help="What a service cannot handle after several tries is put aside here."
          />
        )}
        <ul>
          {letters.map((letter) => (
            <LetterRow key={idOf(letter)} letter={letter} isBusy={!!progress} onReplay={() => void replay([letter])} />
          ))}
        </ul>
      </section>
    </PanelTab>
  );
}
