import { Ring } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Info } from 'lucide-react';
import { costOf, isActive, repliesOf, type Conversation } from '../conversation/conversation.state.js';
import { exchanged } from '../conversation/ending.rules.js';
import { money } from './transcript.rules.js';
import styles from './transcript.module.css';

interface StatusBarProps {
  conversation: Conversation;
  onContinue: () => void;
  onSummarize: () => void;
}

/** How many were exchanged while they talk; why it ended, and what one can do then. */
export function StatusBar({ conversation, onContinue, onSummarize }: StatusBarProps) {
  const { phase, end, talk, lines } = conversation;
  const count = repliesOf(conversation).length;
  const currency = lines.find(({ cost }) => cost)?.cost?.currency;
  const spent = currency === undefined ? [] : [money({ amount: costOf(conversation), currency })];
  if (isActive(conversation)) {
    return (
      <div className={styles.status}>
        <Ring />
        <span>{[exchanged(count), ...spent].join(' · ')}</span>
        <span className={styles.note}>
          {phase === 'summing' ? 'The moderator sums up' : 'Each reply is passed on after 2 to 5 seconds'}
        </span>
      </div>
    );
  }
  if (!end) return null;
  const canSum = talk?.moderator !== undefined && count > 0 && lines.at(-1)?.speaker !== 'moderator';
  return (
    <div className={styles.status} data-ended>
      <Info aria-hidden="true" />
      <p>
        <strong>Ended.</strong> {end.note} {[exchanged(count), ...spent].join(' · ')}.
      </p>
      <span className={styles.actions}>
        {canSum && (
          <Button size="small" onClick={onSummarize}>
            Sum up
          </Button>
        )}
        <Button size="small" onClick={onContinue}>
          Continue
        </Button>
      </span>
    </div>
  );
}
