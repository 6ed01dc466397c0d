import type { AiServiceLabel, ConversationView, Message } from '@polylogue/api-contract';
import { accentStyle, Badge, when, type Accent } from '@polylogue/web-kit';
import { Markdown, ReplyMedia } from '@polylogue/web-kit/chat';
import { endingOf, figuresOf } from './message.rules.js';
import styles from './reading-pane.module.css';

/** The messages in order; where other services answered the same one, their replies stand beside it. */
export function Turns({ view, accents }: { view: ConversationView; accents: ReadonlyMap<string, Accent> }) {
  return view.messages.map((message, at) => {
    if (message.role === 'user') return <Question key={message.id} message={message} />;
    const others = view.siblings.filter(({ broadcastId }) => broadcastId === message.broadcastId);
    const question = view.messages.slice(0, at).findLast(({ role }) => role === 'user')?.content ?? '';
    const replies = [{ aiService: view.aiService, message }, ...others];
    // What scrolls sideways must be reachable by keyboard.
    const scrolls = others.length > 0 ? { tabIndex: 0, role: 'group', 'aria-label': 'Replies side by side' } : {};
    return (
      <div key={message.id} className={styles.replies} data-compared={others.length > 0 || undefined} {...scrolls}>
        {replies.map((reply) => (
          <Reply key={reply.message.id} {...reply} question={question} accent={accents.get(reply.aiService.name)} />
        ))}
      </div>
    );
  });
}

const Question = ({ message }: { message: Message }) => (
  <article className={styles.question}>
    <header>
      <strong>You</strong>
      <span>{when(message.timestamp)}</span>
    </header>
    <p>{message.content}</p>
  </article>
);

function Reply({
  aiService,
  message,
  question,
  accent,
}: {
  aiService: AiServiceLabel;
  message: Message;
  question: string;
  accent: Accent | undefined;
}) {
  const ending = endingOf(message);
  const { className = '', style } = accent ? accentStyle(accent) : {};
  return (
    <article className={`${styles.reply} ${className}`} style={style} aria-label={`Reply of ${aiService.displayName}`}>
      <header>
        <strong>{aiService.displayName}</strong>
        <span>{[when(message.timestamp), ...figuresOf(message)].join(' · ')}</span>
        {ending && <Badge tone={message.status === 'failed' ? 'error' : 'warn'}>{ending}</Badge>}
      </header>
      {message.media && <ReplyMedia media={message.media} question={question} words={message.content} />}
      {message.content && <Markdown text={message.content} />}
      {message.error && <p className={styles.fault}>{message.error}</p>}
    </article>
  );
}
