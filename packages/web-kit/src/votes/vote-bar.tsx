import type { Vote } from '@polylogue/api-contract';
import { Check, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button, isNotFound, QueryState } from '../antd.js';
import { Ballot } from './ballot.js';
import { Revealing } from './revealing.js';
import { useVote, useVoting } from './vote.api.js';
import { ballotOf, emptyBallot, sentenceOf, type VotedReply } from './vote.rules.js';
import styles from './vote-bar.module.css';

export interface VoteBarProps {
  broadcastId: string;
  /** The complete replies of the round, in the order in which they stand. */
  replies: readonly VotedReply[];
  /** Whether the vote shows who wrote which reply. */
  isBlind: boolean;
  onCast?: (() => void) | undefined;
}

const failed = { title: 'The vote could not be read', text: 'Votes on this round can be given once it is.' };

/** Under a round: which reply is best, and why; then the vote as it stands, which can be changed and withdrawn. */
export function VoteBar({ broadcastId, replies, isBlind, onCast }: VoteBarProps) {
  const query = useVote(broadcastId);
  const { data, error } = query;
  const [isChanging, setChanging] = useState(false);
  const { cast, withdraw, isPending } = useVoting(broadcastId, () => {
    setChanging(false);
    onCast?.();
  });
  const vote = data?.vote ?? undefined;
  // A round that was imported cannot be voted on.
  if (isNotFound(error)) return null;
  if (error && !data) return <QueryState query={query} failed={failed} />;
  if (!data) return <div className={styles.bar} aria-busy="true" />;
  if (vote && !isChanging) {
    return (
      <>
        <CastVote
          vote={vote}
          replies={replies}
          onChange={() => setChanging(true)}
          onWithdraw={isBlind ? undefined : withdraw}
          isPending={isPending}
        />
        {isBlind && <Revealing broadcastId={broadcastId} />}
      </>
    );
  }
  return (
    <Ballot
      key={vote?.timestamp ?? 'new'}
      first={vote ? ballotOf(vote) : emptyBallot}
      replies={replies}
      label={isBlind ? 'Vote and reveal' : vote ? 'Change vote' : 'Vote'}
      isPending={isPending}
      onCast={cast}
      onCancel={vote && (() => setChanging(false))}
    />
  );
}

interface CastProps {
  vote: Pick<Vote, 'outcome' | 'best' | 'reasons' | 'comment' | 'wasBlind'>;
  replies: readonly VotedReply[];
  onChange: () => void;
  /** Undefined while names are about to be shown. */
  onWithdraw: (() => void) | undefined;
  isPending: boolean;
}

/** The vote as it stands, which can be changed and withdrawn. */
export function CastVote({ vote, replies, onChange, onWithdraw, isPending }: CastProps) {
  return (
    <div className={styles.bar} role="group" aria-label="Your vote">
      <p className={styles.cast} role="status">
        <Check aria-hidden="true" />
        <span>
          Your vote: {sentenceOf(vote, replies)}
          {vote.comment && <q>{vote.comment}</q>}
        </span>
        {vote.wasBlind && (
          <span className={styles.blind} title="You did not know who had written which reply.">
            <EyeOff aria-hidden="true" /> cast blind
          </span>
        )}
      </p>
      <span className={styles.actions}>
        {onWithdraw && (
          <Button size="small" type="text" disabled={isPending} onClick={onWithdraw}>
            Withdraw my vote
          </Button>
        )}
        <Button size="small" type="text" disabled={isPending} onClick={onChange}>
          Change vote
        </Button>
      </span>
    </div>
  );
}
