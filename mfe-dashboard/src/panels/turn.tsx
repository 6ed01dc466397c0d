import { Badge } from '@polylogue/web-kit';
import { Square, Unplug } from 'lucide-react';
import { lazy, memo, Suspense, type ReactNode } from 'react';
import { isOpen, visibleText, type Reply } from '../broadcasts/reply.rules.js';
import { failureSentence } from './panel-badge.rules.js';
import type { Turn } from './panel-turns.rules.js';
import { Question } from './question.js';
import { Thinking } from './thinking.js';
import styles from './turn.module.css';

// Markdown comes with the first reply, not before the compose box.
const Markdown = lazy(async () => ({ default: (await import('@polylogue/web-kit/chat')).Markdown }));

/** One question and its reply. A turn whose object is unchanged is not rendered again. */
export const TurnView = memo(function TurnView({ turn, children }: { turn: Turn; children?: ReactNode }) {
  return (
    <article className={styles.turn}>
      <Question text={turn.question} />
      {turn.reply && <ReplyText reply={turn.reply} isExplained={Boolean(children)} />}
      {children}
    </article>
  );
});

function ReplyText({ reply, isExplained }: { reply: Reply; isExplained: boolean }) {
  const text = visibleText(reply);
  if (text === '' && isOpen(reply)) return <Thinking startedAt={reply.startedAt} />;
  return (
    <>
      {text !== '' && (
        <Suspense fallback={<p className={styles.plain}>{text}</p>}>
          <Markdown text={text} live={isOpen(reply)} />
        </Suspense>
      )}
      <Ending reply={reply} isExplained={isExplained} />
    </>
  );
}

/** How a reply ended, under the text that was kept. */
function Ending({ reply, isExplained }: { reply: Reply; isExplained: boolean }) {
  if (reply.status === 'interrupted') {
    return (
      <Mark
        badge={
          <Badge tone="warn" icon={<Unplug aria-hidden="true" />}>
            Interrupted
          </Badge>
        }
      />
    );
  }
  if (reply.status === 'cancelled') {
    return <Mark badge={<Badge icon={<Square aria-hidden="true" />}>Cancelled</Badge>} />;
  }
  if (reply.status === 'failed' && !isExplained) return <p className={styles.failed}>{failureSentence(reply)}</p>;
  if (reply.status === 'completed' && reply.text === '') return <p className={styles.failed}>The reply is empty.</p>;
  return null;
}

const Mark = ({ badge }: { badge: ReactNode }) => <p className={styles.mark}>{badge}</p>;
