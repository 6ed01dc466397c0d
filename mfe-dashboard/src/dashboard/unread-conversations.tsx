import { Button } from '@polylogue/web-kit/antd';
import { useId } from 'react';
import type { useConversations } from '../dashboard.api.js';
import styles from './dashboard.module.css';

interface UnreadConversationsProps {
  query: ReturnType<typeof useConversations>;
}

/** Said above the panels until the conversations are there. It also stays while they are read once more: nothing moves. */
export function UnreadConversations({ query }: UnreadConversationsProps) {
  const { data, errorUpdateCount, isFetching, refetch } = query;
  const sentence = useId();
  if (data || errorUpdateCount === 0) return null;
  return (
    <div className={`pl-failed ${styles.unread}`} role="status">
      <p id={sentence}>The conversations could not be read. Nothing is lost.</p>
      <Button aria-describedby={sentence} disabled={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </div>
  );
}
