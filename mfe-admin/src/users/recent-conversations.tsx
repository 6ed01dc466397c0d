import type { ConversationPreview } from '@polylogue/api-contract';
import { accentStyle, useAccents, when, type Accent } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import { useMemo } from 'react';
import { useUserConversations } from './users.api.js';
import { conversationsShown, preview } from './activity.rules.js';
import styles from './user-details.module.css';

export function RecentConversations({ userId }: { userId: string }) {
  const query = useUserConversations(userId);
  const { data: conversations } = query;
  const accents = useAccents(useMemo(() => (conversations ?? []).map(({ aiService }) => aiService), [conversations]));
  return (
    <section className={styles.section}>
      <h3>Recent Conversations</h3>
      <QueryState
        query={query}
        skeleton={{ rows: 3, rowHeight: 40 }}
        failed={{ title: 'The conversations could not be read.' }}
        isInCard
      />
      {conversations?.length === 0 && <p className={styles.nothing}>No conversations found</p>}
      <ul>
        {conversations?.slice(0, conversationsShown).map((conversation) => (
          <Preview
            key={conversation.id}
            conversation={conversation}
            accent={accents.get(conversation.aiService.name)!}
          />
        ))}
      </ul>
    </section>
  );
}

const Preview = ({ conversation, accent }: { conversation: ConversationPreview; accent: Accent }) => (
  <li className={styles.conversation}>
    <div>
      <span {...accentStyle(accent)}>
        <span className={styles.dot} />
      </span>
      <strong>{conversation.aiService.displayName}</strong>
      <time dateTime={conversation.updatedAt}>{when(conversation.updatedAt)}</time>
    </div>
    <p>{preview(conversation.lastMessage)}</p>
  </li>
);
