import type { SavedQuery } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDeleteSavedQuery } from '../saved-queries.api.js';
import styles from './query-list.module.css';

/** Asks once more: executions go with their query. */
export function DeleteButton({ query }: { query: Pick<SavedQuery, 'id' | 'title'> }) {
  const remove = useDeleteSavedQuery();
  const [isConfirming, setIsConfirming] = useState(false);
  if (!isConfirming) {
    return (
      <Button
        className={styles.icon}
        aria-label={`Delete ${query.title}`}
        onClick={() => setIsConfirming(true)}
        icon={<Trash2 aria-hidden />}
      >
        Delete
      </Button>
    );
  }
  return (
    <span className={styles.asking} role="group" aria-label={`Delete ${query.title} and its executions?`}>
      <Button
        ref={(button) => button?.focus()}
        danger
        disabled={remove.isPending}
        onClick={() => remove.mutate({ parameters: { id: query.id } }, { onError: () => setIsConfirming(false) })}
      >
        Delete for good
      </Button>
      <Button type="text" onClick={() => setIsConfirming(false)}>
        Keep
      </Button>
    </span>
  );
}
