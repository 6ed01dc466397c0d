import type { Conversation, Message } from '@polylogue/api-contract';
import { Badge, when } from '@polylogue/web-kit';
import { endingOf, figuresOf } from './conversations.rules.js';
import styles from './transcript.module.css';

export function Transcript({ id, conversation }: { id: string; conversation: Conversation }) {
  const name = conversation.aiService.displayName;
  return (
    <div id={id} role="region" aria-label={`Transcript with ${name}`} className={styles.transcript}>
      {conversation.messages.map((message) => (
        <Turn key={message.id} message={message} speaker={message.role === 'user' ? 'You' : name} />
      ))}
    </div>
  );
}

function Turn({ message, speaker }: { message: Message; speaker: string }) {
  const ending = endingOf(message);
  return (
    <article className={message.role === 'user' ? styles.question : styles.reply}>
      <header>
        <strong>{speaker}</strong>
        <span>{[when(message.timestamp), ...figuresOf(message)].join(' · ')}</span>
        {ending && <Badge tone={message.status === 'failed' ? 'error' : 'warn'}>{ending}</Badge>}
      </header>
      {message.content && <p>{message.content}</p>}
      {message.error && <p className={styles.fault}>{message.error}</p>}
    </article>
  );
}
