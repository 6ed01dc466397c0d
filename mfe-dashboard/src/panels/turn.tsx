import { isBlindName } from '@polylogue/api-contract';
import { Badge, LateMarkdown } from '@polylogue/web-kit';
import { Pin } from 'lucide-react';
import { lazy, memo, Suspense, type ReactNode } from 'react';
import { useGrowingText } from '../broadcasts/broadcasts.js';
import { isOpen, visibleText, type Reply } from '../broadcasts/reply.rules.js';
import { MediaReply, MediaUnderWay } from './media/media-reply.js';
import type { Turn } from '../broadcasts/turns.rules.js';
import { Question } from './question.js';
import { ReplyEnding } from './reply-ending.js';
import { Thinking } from './thinking.js';
import styles from './turn.module.css';

// Only few turns have them.
const ReplyReasoning = lazy(async () => ({ default: (await import('./reply-origin.js')).ReplyReasoning }));
const QuestionFiles = lazy(async () => ({ default: (await import('./question-files.js')).QuestionFiles }));
const GivenFiles = lazy(async () => ({ default: (await import('./question-files.js')).GivenFiles }));
const ReplySources = lazy(async () => ({ default: (await import('./reply-origin.js')).ReplySources }));

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
      <Question text={turn.question} files={turn.files} />
      {turn.files && hasMoreToShow(turn.files) && (
        <Suspense>
          <QuestionFiles files={turn.files} />
        </Suspense>
      )}
      {turn.reply?.author && <p className={styles.author}>{turn.reply.author.displayName} wrote this</p>}
      {turn.reply?.generation?.reasoning && (
        <Suspense>
          <ReplyReasoning reply={turn.reply} />
        </Suspense>
      )}
      {turn.reply && (
        <div data-reply={turn.reply.messageId}>
          <ReplyText reply={turn.reply} question={turn.question} broadcastKey={turn.broadcastKey} />
        </div>
      )}
      {turn.reply?.generation?.sources && (
        <Suspense>
          <ReplySources reply={turn.reply} />
        </Suspense>
      )}
      {turn.files && turn.reply && (
        <Suspense>
          <GivenFiles files={turn.files} reply={turn.reply} />
        </Suspense>
      )}
      {turn.reply?.isPinned && (
        <p className={styles.pinned}>
          <Badge icon={<Pin aria-hidden="true" />}>Best reply</Badge>
        </p>
      )}
      {turn.reply && !(children && turn.reply.status === 'failed') && (
        <ReplyEnding reply={turn.reply} onAskAgain={children ? undefined : onAskAgain} />
      )}
      {children}
    </article>
  );
});

/** More than the line of the question says. */
const hasMoreToShow = (files: NonNullable<Turn['files']>) =>
  files.length > 1 || files.some(({ picture, pages }) => picture ?? pages);

interface ReplyTextProps extends Pick<Turn, 'question' | 'broadcastKey'> {
  reply: Reply;
}

function ReplyText({ reply, question, broadcastKey }: ReplyTextProps) {
  const text = visibleText(reply);
  const { media, progress, startedAt } = reply;
  if (media?.length) return <MediaReply media={media} text={text} question={question} />;
  if (isOpen(reply) && progress !== undefined && !isBlindName(reply.aiService))
    return <MediaUnderWay fraction={progress} startedAt={startedAt} />;
  if (text === '') return isOpen(reply) && <Thinking startedAt={reply.startedAt} />;
  return <GrowingText reply={reply} broadcastKey={broadcastKey} />;
}

/** All that a token renders. */
function GrowingText({ reply, broadcastKey }: Omit<ReplyTextProps, 'question'>) {
  const growing = useGrowingText(reply.aiService, broadcastKey);
  return <LateMarkdown text={growing ?? visibleText(reply)} live={isOpen(reply)} />;
}
