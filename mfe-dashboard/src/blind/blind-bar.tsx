import { isBlindName, type Conversation } from '@polylogue/api-contract';
import { RevealBar, Revealing, VoteBar } from '@polylogue/web-kit/votes';
import { EyeOff, X } from 'lucide-react';
import { useState } from 'react';
import { useBroadcastList, useLiveTurns } from '../broadcasts/broadcasts.js';
import { isOpen } from '../broadcasts/reply.rules.js';
import { answeredOf, lastReplies, roundToVote, type BlindReply } from './blind.rules.js';
import styles from './blind-bar.module.css';

interface BlindBarProps {
  conversations: readonly Conversation[];
}

/** A round that was just revealed, or is about to be. */
interface Requested {
  broadcastId: string;
  replies: readonly BlindReply[];
  isVoted: boolean;
}

/** Above the dock while a round is blind: how many have answered, then the vote; afterwards who was who. */
export default function BlindBar({ conversations }: BlindBarProps) {
  const [requested, setRequested] = useState<Requested>();
  const open = useBroadcastList().find(({ replies }) => replies.some(isOpen));
  const blind = conversations.filter(({ aiService }) => isBlindName(aiService.name));
  const round = roundToVote(blind);
  const [first] = open?.replies ?? [];
  if (first && isBlindName(first.aiService)) return <Waiting first={first.aiService} all={open!.replies.length} />;
  if (round && round.broadcastId !== requested?.broadcastId) {
    return (
      <section className={styles.bar} aria-label="Blind round">
        <VoteBar {...round} isBlind onCast={() => setRequested({ ...round, isVoted: true })} />
      </section>
    );
  }
  if (requested && !open) {
    return <Revealed requested={requested} conversations={conversations} onClose={() => setRequested(undefined)} />;
  }
  const last = lastReplies(blind);
  if (!last) return null;
  return (
    <section className={styles.bar} aria-label="Blind round">
      <RevealBar broadcastId={last.broadcastId} onRequested={() => setRequested({ ...last, isVoted: false })} />
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
  requested: Requested;
  conversations: readonly Conversation[];
  onClose: () => void;
}

function Revealed({ requested, conversations, onClose }: RevealedProps) {
  const nameOf = (conversationId: string) => conversations.find(({ id }) => id === conversationId)?.aiService;
  const known = requested.replies.map((reply) => ({ ...reply, service: nameOf(reply.conversationId) }));
  // Cleared meanwhile, it is in History.
  if (known.some(({ service }) => !service)) return null;
  const isShown = known.every(({ service }) => !isBlindName(service!.name));
  if (!isShown) {
    return (
      <section className={styles.bar} aria-label="Blind round">
        <Revealing broadcastId={requested.broadcastId} />
      </section>
    );
  }
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
      {requested.isVoted && <VoteBar broadcastId={requested.broadcastId} replies={replies} isBlind={false} />}
    </section>
  );
}
