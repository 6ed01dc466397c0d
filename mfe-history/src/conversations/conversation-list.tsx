import type { Conversation } from '@polylogue/api-contract';
import { useState } from 'react';
import styles from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.js';
import { useAccents } from './conversations.api.js';

export function ConversationList({ conversations }: { conversations: Conversation[] }) {
  const [openId, setOpenId] = useState<string>();
  const accents = useAccents(conversations);
  return (
    <ul className={`pl-card ${styles.list}`}>
      {conversations.map((conversation) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          accent={accents.get(conversation.aiService.name)}
          isOpen={conversation.id === openId}
          onToggle={() => setOpenId((id) => (id === conversation.id ? undefined : conversation.id))}
        />
      ))}
    </ul>
  );
}
