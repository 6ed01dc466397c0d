import { isBlindName, type Conversation } from '@polylogue/api-contract';
import { VoteBar } from '@polylogue/web-kit/votes';
import { EyeOff, X } from 'lucide-react';
import { useState } from 'react';
import { useBroadcastList, useLiveTurns } from '../broadcasts/broadcasts.js';
import { isOpen } from '../broadcasts/reply.rules.js';
import { answeredOf, roundToVote, type BlindReply } from './blind.rules.js';
import styles from './blind-bar.module.css';

interface BlindBarProps {
  conversations: readonly Conversation[];
}

interface Voted {
  broadcastId: string;
  replies: readonly BlindReply[];
}

/** Above the dock while a round is blind: how many have answered, then the vote; afterwards who was who. */
export default function BlindBar({ conversations }: BlindBarProps) {
  const [voted, setVoted] = useState<Voted>();
  const open = useBroadcastList().find(({ replies }) => replies.some(isOpen));
  const blind = conversations.filter(({ aiService }) => isBlindName(aiService.name));
  const round = roundToVote(blind);
  const [first] = open?.replies ?? [];
  if (first && isBlindName(first.aiService)) return <Waiting first={first.aiService} all={open!.replies.length} />;
  if (round && round.broadcastId !== voted?.broadcastId) {
    return (
      <section className={styles.bar} aria-label="Blind round">
        <VoteBar {...round} isBlind onCast={() => setVoted(round)} />
      </section>
    );
  }
  if (voted && !open) {
    return <Revealed voted={voted} conversations={conversations} onClose={() => setVoted(undefined)} />;
  }
  if (blind.length === 0) return null;
  return (
    <section className={styles.bar} aria-label="Blind round">
      <p className={styles.line}>
        <EyeOff aria-hidden="true" /> Fewer than two replies are complete. Ask again, or clear the dashboard: a vote
        compares at least two.
      </p>
    </section>
  );
}

/** `first`: the name of one of the replies; all get the same. */
function Waiting({ first, all }: { first: string; all: number }) {
  const done = answeredOf(useLiveTurns(first).at(-1)?.reply.progress, all);
  return (
    <section className={styles.bar} aria-label="Blind round">
      <p className={styles.line} role="status">
        <EyeOff aria-hidden="true" />{' '}
        <span>{`${done} of ${all} have answered. The replies are shown when all have.`}</span>
      </p>
    </section>
  );
}

interface RevealedProps {
  voted: Voted;
  conversations: readonly Conversation[];
  onClose: () => void;
}

function Revealed({ voted, conversations, onClose }: RevealedProps) {
  const nameOf = (conversationId: string) => conversations.find(({ id }) => id === conversationId)?.aiService;
  const known = voted.replies.map((reply) => ({ ...reply, service: nameOf(reply.conversationId) }));
  const isShown = known.every(({ service }) => service && !isBlindName(service.name));
  if (!isShown) return <p className={`${styles.bar} ${styles.line}`}>Revealing the services…</p>;
  const replies = known.map(({ messageId, service }) => ({ messageId, name: service!.displayName }));
  return (
    <section className={styles.bar} aria-label="Blind round">
      <div className={styles.revealed}>
        <ul className={styles.names} aria-label="Who was who">
          {known.map(({ messageId, name, service }) => (
            <li key={messageId}>
              {name} was <b>{service!.displayName}</b>
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="pl-icon-button"
          aria-label="Close the result of the blind round"
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <VoteBar broadcastId={voted.broadcastId} replies={replies} isBlind={false} />
    </section>
  );
}
