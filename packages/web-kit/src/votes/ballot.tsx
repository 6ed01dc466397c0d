import { limits, type castVote, type BodyOf, type VoteOutcome, type VoteReason } from '@polylogue/api-contract';
import { useId, useState, type KeyboardEvent } from 'react';
import { Button } from '../antd.js';
import {
  afterChoice,
  afterReason,
  bodyOf,
  reasonsFor,
  replyOfKey,
  type Ballot as BallotState,
  type VotedReply,
} from './vote.rules.js';
import styles from './vote-bar.module.css';

interface BallotProps {
  first: BallotState;
  replies: readonly VotedReply[];
  label: string;
  isPending: boolean;
  onCast: (body: BodyOf<typeof castVote>) => void;
  onCancel: (() => void) | undefined;
}

/** The choice, and once it is made the reasons. Digits choose a reply while the keyboard is in the choice. */
export function Ballot({ first, replies, label, isPending, onCast, onCancel }: BallotProps) {
  const [ballot, setBallot] = useState(first);
  const body = bodyOf(ballot);
  return (
    <form
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault();
        if (body) onCast(body);
      }}
    >
      <Choice
        ballot={ballot}
        replies={replies}
        onChange={(outcome, best) => setBallot(afterChoice(ballot, outcome, best))}
      />
      {ballot.outcome && (
        <div className={styles.why}>
          <Reasons ballot={ballot} onToggle={(reason) => setBallot(afterReason(ballot, reason))} />
          <input
            type="text"
            aria-label="Why, in your words"
            placeholder="Why, in your words (optional)"
            maxLength={limits.vote.comment}
            value={ballot.comment}
            onChange={({ target }) => setBallot({ ...ballot, comment: target.value })}
          />
          <span className={styles.actions}>
            {onCancel && (
              <Button size="small" type="text" disabled={isPending} onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button size="small" type="primary" htmlType="submit" loading={isPending}>
              {label}
            </Button>
          </span>
        </div>
      )}
    </form>
  );
}

interface ChoiceProps {
  ballot: BallotState;
  replies: readonly VotedReply[];
  onChange: (outcome: VoteOutcome, best?: string) => void;
}

function Choice({ ballot, replies, onChange }: ChoiceProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = event.ctrlKey || event.metaKey || event.altKey ? undefined : replyOfKey(event.key, replies);
    if (!chosen) return;
    event.preventDefault();
    event.stopPropagation();
    onChange('best', chosen.messageId);
  };
  const group = useId();
  const label = useId();
  const radio = (key: string, name: string, isChosen: boolean, choose: () => void, digit?: number) => (
    <label key={key} data-selected={isChosen || undefined}>
      <input type="radio" name={group} className="pl-only-read" checked={isChosen} onChange={choose} />
      {digit !== undefined && <kbd aria-hidden="true">{digit}</kbd>}
      {name}
    </label>
  );
  return (
    <div className={styles.choice} role="radiogroup" aria-labelledby={label} tabIndex={-1} onKeyDown={onKeyDown}>
      <span id={label} className={styles.question}>
        Which reply is best?
      </span>
      {replies.map(({ messageId, name }, index) =>
        radio(
          messageId,
          name,
          ballot.outcome === 'best' && ballot.best === messageId,
          () => onChange('best', messageId),
          index < 9 ? index + 1 : undefined,
        ),
      )}
      {radio('tie', 'Tie', ballot.outcome === 'tie', () => onChange('tie'))}
      {radio('all_bad', 'All bad', ballot.outcome === 'all_bad', () => onChange('all_bad'))}
    </div>
  );
}

function Reasons({ ballot, onToggle }: { ballot: BallotState; onToggle: (reason: VoteReason) => void }) {
  return (
    <div className={styles.reasons} role="group" aria-label="Why">
      {Object.entries(reasonsFor(ballot.outcome)).map(([reason, name]) => (
        <button
          key={reason}
          type="button"
          aria-pressed={ballot.reasons.includes(reason as VoteReason)}
          onClick={() => onToggle(reason as VoteReason)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
