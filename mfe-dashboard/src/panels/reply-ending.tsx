import { Badge } from '@polylogue/web-kit';
import { emptySentence } from '@polylogue/web-kit/streams';
import { RotateCw, Square, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reply } from '../broadcasts/reply.rules.js';
import { failureSentence } from './trouble.rules.js';
import styles from './turn.module.css';

/** How a reply ended, under the text that was kept, and how to ask for it again. */
export function ReplyEnding({ reply, onAskAgain }: { reply: Reply; onAskAgain: (() => void) | undefined }) {
  const ending = endingOf(reply);
  if (!ending) return null;
  return (
    <div className={styles.ending}>
      {ending}
      {onAskAgain && (
        <button type="button" className={styles.again} onClick={onAskAgain}>
          <RotateCw aria-hidden="true" />
          Retry
        </button>
      )}
    </div>
  );
}

function endingOf(reply: Reply): ReactNode {
  switch (reply.status) {
    case 'interrupted':
      return (
        <>
          <Badge tone="warn" icon={<Unplug aria-hidden="true" />}>
            Interrupted
          </Badge>
          {failureSentence(reply)}
        </>
      );
    case 'cancelled':
      return <Badge icon={<Square aria-hidden="true" />}>Cancelled</Badge>;
    case 'failed':
      return failureSentence(reply);
    case 'completed':
      return emptySentence(reply);
    default:
      return undefined;
  }
}
