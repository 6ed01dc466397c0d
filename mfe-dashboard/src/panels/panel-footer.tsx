import { Square } from 'lucide-react';
import { memo } from 'react';
import { isOpen, type Reply } from '../broadcasts/reply.rules.js';
import { Elapsed } from '@polylogue/web-kit/streams';
import { figuresOf } from './panel-footer.rules.js';
import styles from './reply-panel.module.css';

interface PanelFooterProps {
  name: string;
  /** Joined by newlines, so that a token that changes no figure renders nothing. */
  figures: string;
  startedAt: number | undefined;
  isLost: boolean;
  onStop: (() => void) | undefined;
}

export const figuresLine = (reply: Reply | undefined): string => figuresOf(reply).join('\n');
export const countsFrom = (reply: Reply | undefined): number | undefined =>
  reply && isOpen(reply) ? reply.startedAt : undefined;

/** Always there: figures of the last reply, Stop while it comes. */
export const PanelFooter = memo(function PanelFooter({ name, figures, startedAt, isLost, onStop }: PanelFooterProps) {
  return (
    <footer className={styles.footer}>
      <span className={styles.figures}>
        {figures !== '' && figures.split('\n').map((figure) => <span key={figure}>{figure}</span>)}
        {startedAt !== undefined && <Elapsed startedAt={startedAt} />}
        {isLost && <span className={styles.lost}>reconnecting</span>}
        {figures === '' && startedAt === undefined && <span>no reply yet</span>}
      </span>
      {onStop && (
        <button type="button" className={styles.stop} aria-label={`Stop ${name}`} onClick={onStop}>
          <Square size={11} aria-hidden="true" />
          Stop
        </button>
      )}
    </footer>
  );
});
