import { isBlindName, roundsOf, type FoundConversation, type Round } from '@polylogue/api-contract';
import type { Accent } from '@polylogue/web-kit';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ShowMore } from '../reading/show-more.js';
import { Question, Reply, SummaryOfRound } from '../reading/turns.js';
import reading from '../reading/reading-pane.module.css';
import styles from './comparison-page.module.css';
import { mappedReplies, unvotableRound, votedReplies } from './mapped-replies.rules.js';

const VoteBar = lazy(async () => ({ default: (await import('@polylogue/web-kit/votes')).VoteBar }));
const RevealBar = lazy(async () => ({ default: (await import('@polylogue/web-kit/votes')).RevealBar }));
const ShareRound = lazy(() => import('../shared-rounds/share-round.js'));
const AgreementOfRound = lazy(() => import('./agreement-of-round.js'));

const roundsAtOnce = 10;

interface RoundsProps {
  conversations: readonly FoundConversation[];
  accents: ReadonlyMap<string, Accent>;
}

/** Round by round, the replies beside each other; a long comparison is laid out as one comes near its end. */
export function Rounds({ conversations, accents }: RoundsProps) {
  const rounds = useMemo(() => roundsOf(conversations), [conversations]);
  const [shown, setShown] = useState(roundsAtOnce);
  const unvotable = useMemo(() => unvotableRound(rounds), [rounds]);
  return (
    <div className={`${reading.body} ${styles.rounds}`}>
      {/* Headings of replies are of the third rank. */}
      <h2 className="pl-only-read">Rounds</h2>
      {unvotable !== undefined && (
        <Suspense>
          <RevealBar broadcastId={unvotable} />
        </Suspense>
      )}
      {rounds.slice(0, shown).map((round) => (
        <RoundOfReplies key={round.key} round={round} accents={accents} />
      ))}
      {shown < rounds.length && <ShowMore key={shown} onWanted={() => setShown(shown + roundsAtOnce)} />}
    </div>
  );
}

function RoundOfReplies({ round, accents }: { round: Round; accents: ReadonlyMap<string, Accent> }) {
  const { question, replies, summaries } = round;
  const mapped = useMemo(() => mappedReplies(replies), [replies]);
  const voted = useMemo(() => votedReplies(replies), [replies]);
  const isBlind = replies.some(({ aiService }) => isBlindName(aiService.name));
  // What scrolls sideways must be reachable by keyboard.
  const scrolls = replies.length > 1 ? { tabIndex: 0, role: 'group', 'aria-label': 'Replies side by side' } : {};
  return (
    <section
      className={styles.round}
      aria-label={`Round: ${(question?.content || question?.attachment?.name || '').slice(0, 80)}`}
    >
      {question && <Question message={question} />}
      <div className={reading.replies} data-compared {...scrolls}>
        {replies.map(({ conversationId, aiService, message }) => (
          <Reply
            key={`${conversationId} ${message.id}`}
            aiService={aiService}
            message={message}
            question={question}
            accent={accents.get((message.author ?? aiService).name)}
          />
        ))}
      </div>
      {voted.length > 1 && (
        <div className={styles.vote}>
          <Suspense>
            <VoteBar broadcastId={voted[0]!.broadcastId} replies={voted} isBlind={isBlind} />
          </Suspense>
        </div>
      )}
      {voted.length > 1 && (
        <div className={styles.share}>
          <Suspense>
            <ShareRound broadcastId={voted[0]!.broadcastId} isBlind={isBlind} />
          </Suspense>
        </div>
      )}
      {mapped.length > 1 && !isBlind && (
        <div className={styles.agreement}>
          <Suspense>
            <AgreementOfRound replies={mapped} accents={accents} />
          </Suspense>
        </div>
      )}
      {summaries.map((summary) => (
        <SummaryOfRound key={summary.id} summary={summary} />
      ))}
    </section>
  );
}
