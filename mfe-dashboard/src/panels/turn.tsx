import { lazy, memo, Suspense, type ReactNode } from 'react';
import { isOpen, visibleText, type Reply } from '../broadcasts/reply.rules.js';
import type { Turn } from './panel-turns.rules.js';
import { Question } from './question.js';
import { ReplyEnding } from './reply-ending.js';
import { Thinking } from './thinking.js';
import styles from './turn.module.css';

// Markdown comes with the first reply, not before the compose box.
const Markdown = lazy(async () => ({ default: (await import('@polylogue/web-kit/chat')).Markdown }));

interface TurnViewProps {
  turn: Turn;
  /** Asks for this reply again; only the last reply of a panel can be. */
  onAskAgain: (() => void) | undefined;
  /** What explains a reply that did not come. */
  children?: ReactNode;
}

/** One question and its reply. A turn whose object is unchanged is not rendered again. */
export const TurnView = memo(function TurnView({ turn, onAskAgain, children }: TurnViewProps) {
  return (
    <article className={styles.turn}>
      <Question text={turn.question} attachment={turn.attachment} />
      {turn.reply && <ReplyText reply={turn.reply} />}
      {turn.reply && !(children && turn.reply.status === 'failed') && (
        <ReplyEnding reply={turn.reply} onAskAgain={children ? undefined : onAskAgain} />
      )}
      {children}
    </article>
  );
});

function ReplyText({ reply }: { reply: Reply }) {
  const text = visibleText(reply);
  if (text === '') return isOpen(reply) && <Thinking startedAt={reply.startedAt} />;
  return (
    <Suspense fallback={<p className={styles.plain}>{text}</p>}>
      <Markdown text={text} live={isOpen(reply)} />
    </Suspense>
  );
}
