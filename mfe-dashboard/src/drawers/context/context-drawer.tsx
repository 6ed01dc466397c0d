import { getMessageContext, type MessageContext } from '@polylogue/api-contract';
import { ApiError, useApiQuery } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import { GenerationDetails } from '@polylogue/web-kit/chat';
import { useState } from 'react';
import { CopyButton } from '../copy-button.js';
import { Drawer } from '../drawer.js';
import type { FinishedReply } from '../finished-replies.rules.js';
import { ReplySelect } from '../reply-select.js';
import { SentRequest } from './sent-request.js';
import styles from './context.module.css';

interface ContextDrawerProps {
  /** The replies of one service, to look from one to the other. */
  replies: readonly FinishedReply[];
  displayName: string;
  first: string;
  onClose: () => void;
}

const roles = { system: 'System', user: 'You', assistant: 'Reply' } as const;

/** The exact messages a service was given for a reply. */
export default function ContextDrawer({ replies, displayName, first, onClose }: ContextDrawerProps) {
  const [messageId, setMessageId] = useState(first);
  const context = useApiQuery(getMessageContext, { parameters: { id: messageId } });
  const messages = context.data?.messages;
  const reply = replies.find((each) => each.messageId === messageId);
  return (
    <Drawer title={`What ${displayName} was sent`} onClose={onClose}>
      {replies.length > 1 && (
        <ReplySelect label="For the reply" replies={replies} value={messageId} onChange={setMessageId} />
      )}
      {reply && (
        <section className={styles.record} aria-label="How it was generated">
          <GenerationDetails generation={reply.generation} usage={reply.usage} cost={reply.cost} />
        </section>
      )}
      <QueryState
        query={context}
        skeleton={{ rows: 3 }}
        failed={{ title: 'No answer', text: reasonOf(context.error) }}
      />
      {messages && <Messages messages={messages} />}
      {messages && <SentRequest key={messageId} messageId={messageId} />}
    </Drawer>
  );
}

const reasonOf = (error: Error | null) =>
  error instanceof ApiError ? error.sentence : 'What was sent could not be read.';

const Messages = ({ messages }: Pick<MessageContext, 'messages'>) => (
  <>
    <p className={styles.count}>
      {messages.length === 1 ? '1 message' : `${messages.length} messages`}, oldest first
      <CopyButton label="Copy as JSON" text={JSON.stringify(messages, undefined, 2)} />
    </p>
    <ol className={styles.messages}>
      {messages.map(({ role, content, pictures }, index) => (
        <li key={index} data-role={role}>
          <b>{roles[role]}</b>
          <p>{content}</p>
          {pictures && <p>With {pictures.map(({ name }) => name).join(', ')}, where it sees pictures.</p>}
        </li>
      ))}
    </ol>
  </>
);
