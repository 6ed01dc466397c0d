import type { Comparison } from '@polylogue/api-contract';
import { accentStyle, type Accent } from '@polylogue/web-kit';
import styles from './comparison-table.module.css';
import { scoreMeaning, WinnerIcon } from './winner-icon.js';
import { bestScoreOf, winnerOf } from './winner.rules.js';

interface ComparedServicesProps extends Pick<Comparison, 'conversations'> {
  accents: ReadonlyMap<string, Accent>;
}

/** A dot for each service, and which of them won: by pins, else by scores; where none did, the best score. */
export function ComparedServices({ conversations, accents }: ComparedServicesProps) {
  const names = namesOf(conversations).join(', ');
  const winner = winnerOf(conversations);
  return (
    <>
      <span className={styles.dots} role="img" aria-label={names} title={names}>
        {conversations.map(({ id, aiService }) => {
          const accent = accents.get(aiService.name);
          return <i key={id} {...(accent && accentStyle(accent))} />;
        })}
      </span>
      {winner ? (
        <span className={styles.winner}>
          <WinnerIcon by={winner.by} /> <span>{winner.conversation.aiService.displayName}</span>
          {winner.conversation.score !== undefined && <Score>{Math.round(winner.conversation.score)}</Score>}
        </span>
      ) : (
        <NoWinner conversations={conversations} />
      )}
    </>
  );
}

function NoWinner({ conversations }: Pick<Comparison, 'conversations'>) {
  const [first, ...others] = namesOf(conversations);
  const best = bestScoreOf(conversations);
  const all = others.length === 0 ? first : `${others.length + 1} services`;
  return (
    <span className={styles.names}>
      <span>{best?.conversation?.aiService.displayName ?? all}</span>
      {best && <Score>{best.conversation ? best.score : `best ${best.score}`}</Score>}
    </span>
  );
}

const Score = ({ children }: { children: number | string }) => (
  <span className={styles.score} title={scoreMeaning}>
    {children}
  </span>
);

const namesOf = (conversations: Comparison['conversations']): string[] => [
  ...new Set(conversations.map(({ aiService }) => aiService.displayName)),
];
