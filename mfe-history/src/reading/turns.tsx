import {
  filesOf,
  type AiServiceLabel,
  type ConversationView,
  type Message,
  type Summary,
} from '@polylogue/api-contract';
import { accentStyle, Badge, when, type Accent } from '@polylogue/web-kit';
import { AttachedFiles, givenSentence, Markdown, Reasoning, ReplyMedia, Sources } from '@polylogue/web-kit/chat';
import { emptySentence } from '@polylogue/web-kit/streams';
import { useId, useMemo, useState } from 'react';
import { AskAgain } from './ask-again.js';
import { endingOf, endings, figuresOf } from './message.rules.js';
import styles from './reading-pane.module.css';
import { ReplyTabs } from './reply-tabs.js';
import tabStyles from './reply-tabs.module.css';
import { ShowMore } from './show-more.js';
import { endOfPortion, turnsOf, type Turn } from './turns.rules.js';

/**
 * The messages in order; where other services answered the same one, their replies stand beside it. A long conversation
 * is laid out portion by portion, as one comes near its end.
 */
export function Turns({ view, accents }: { view: ConversationView; accents: ReadonlyMap<string, Accent> }) {
  const turns = useMemo(() => turnsOf(view), [view]);
  const [end, setEnd] = useState(() => endOfPortion(turns, 0));
  return (
    <>
      {turns
        .slice(0, end)
        .map((turn) =>
          turn.message.role === 'user' ? (
            <Question key={turn.message.id} message={turn.message} />
          ) : (
            <Replies
              key={turn.message.id}
              turn={turn}
              conversationId={view.id}
              aiService={view.aiService}
              accents={accents}
            />
          ),
        )}
      {end < turns.length && <ShowMore key={end} onWanted={() => setEnd(endOfPortion(turns, end))} />}
    </>
  );
}

function Replies({
  turn: { message, question, others, summaries },
  conversationId,
  aiService,
  accents,
}: {
  turn: Turn;
  conversationId: string;
  aiService: AiServiceLabel;
  accents: ReadonlyMap<string, Accent>;
}) {
  const replies = [{ aiService, message }, ...others].map((reply) => ({
    ...reply,
    question,
    accent: accents.get((reply.message.author ?? reply.aiService).name),
  }));
  const requested = useMemo(() => [aiService, ...others.map((other) => other.aiService)], [aiService, others]);
  return (
    <>
      {replies.length > 1 ? <ComparedReplies replies={replies} /> : <Reply {...replies[0]!} />}
      {summaries.map((summary) => (
        <SummaryOfRound key={summary.id} summary={summary} />
      ))}
      {message.broadcastId && message.status !== 'pending' && (
        <AskAgain
          conversationId={conversationId}
          question={question?.content ?? ''}
          broadcastId={message.broadcastId}
          requested={requested}
          accents={accents}
        />
      )}
    </>
  );
}

/** Beside each other where there is room for them, else one at a time under a tab for each. */
function ComparedReplies({ replies }: { replies: readonly ReplyProps[] }) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const tabs = replies.map((reply, at) => ({
    panelId: `${id}-${at}`,
    writer: writerOf(reply),
    accent: reply.accent,
  }));
  return (
    <div className={tabStyles.place} data-count={replies.length}>
      <ReplyTabs replies={tabs} chosen={chosen} onChoose={setChosen} />
      <div className={styles.replies} data-compared>
        {replies.map((reply, at) => (
          <div
            key={reply.message.id}
            id={`${id}-${at}`}
            role="tabpanel"
            aria-labelledby={`${id}-${at}-tab`}
            className={tabStyles.panel}
            data-away={at !== chosen || undefined}
          >
            <Reply {...reply} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** As it was called when it wrote this, whatever it is called now. */
const writerOf = ({ aiService, message }: Pick<ReplyProps, 'aiService' | 'message'>) =>
  message.author?.displayName || aiService.displayName;

export function SummaryOfRound({ summary }: { summary: Summary }) {
  const { content, kind, aiService, status, error, instruction, timestamp, generation } = summary;
  const title = `${kind === 'merge' ? 'One answer' : 'Summary'} by ${aiService.displayName}`;
  const empty = emptySentence({ status, text: content }, 'summary');
  return (
    <article className={styles.summary} aria-label={title}>
      <header>
        <strong>{title}</strong>
        <span>{[when(timestamp), ...figuresOf(summary)].join(' · ')}</span>
        {status !== 'completed' && <Badge tone={status === 'failed' ? 'error' : 'warn'}>{endings[status]}</Badge>}
      </header>
      {instruction && <p className={styles.instruction}>{instruction}</p>}
      {content && <Markdown text={content} />}
      {generation?.sources && <Sources sources={generation.sources} omitted={generation.sourcesOmitted} />}
      {error && <p className={styles.fault}>{error}</p>}
      {empty && <p className={styles.given}>{empty}</p>}
    </article>
  );
}

export const Question = ({ message }: { message: Message }) => (
  <article className={styles.question}>
    <header>
      <strong>You</strong>
      <span>{when(message.timestamp)}</span>
    </header>
    {message.content.trim() !== '' && <p>{message.content}</p>}
    <AttachedFiles files={filesOf(message)} />
  </article>
);

interface ReplyProps {
  aiService: AiServiceLabel;
  message: Message;
  question: Message | undefined;
  accent: Accent | undefined;
}

export function Reply({ aiService, message, question, accent }: ReplyProps) {
  const ending = endingOf(message);
  const given = question && givenSentence(filesOf(question), message.generation);
  const writer = writerOf({ aiService, message });
  const empty = emptySentence({ status: message.status, text: message.content, media: message.media });
  const { className = '', style } = accent ? accentStyle(accent) : {};
  return (
    <article className={`${styles.reply} ${className}`} style={style} aria-label={`Reply of ${writer}`}>
      <header>
        <strong>{writer}</strong>
        <span>{[when(message.timestamp), ...figuresOf(message)].join(' · ')}</span>
        {ending && <Badge tone={message.status === 'failed' ? 'error' : 'warn'}>{ending}</Badge>}
      </header>
      {message.generation?.reasoning && <Reasoning text={message.generation.reasoning} />}
      {message.media && <ReplyMedia media={message.media} question={question?.content ?? ''} text={message.content} />}
      {message.content && (
        <div data-reply={message.id}>
          <Markdown text={message.content} />
        </div>
      )}
      {message.generation?.sources && (
        <Sources sources={message.generation.sources} omitted={message.generation.sourcesOmitted} />
      )}
      {given && <p className={styles.given}>{given}</p>}
      {message.error && <p className={styles.fault}>{message.error}</p>}
      {empty && <p className={styles.given}>{empty}</p>}
    </article>
  );
}
