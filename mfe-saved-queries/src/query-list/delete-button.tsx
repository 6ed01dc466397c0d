import type { SavedQuery } from '@polylogue/api-contract';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDeleteSavedQuery } from '../saved-queries.api.js';
import styles from './query-list.module.css';

/** Asks once more: executions go with their query. */
export function DeleteButton({ query }: { query: Pick<SavedQuery, 'id' | 'title'> }) {
  const remove = useDeleteSavedQuery();
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <button
        type="button"
        className="pl-button"
        aria-label={`Delete ${query.title}`}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 aria-hidden="true" />
        Delete
      </button>
    );
  }
  return (
    <span className={styles.asking} role="group" aria-label={`Delete ${query.title} and its executions?`}>
      <button
        type="button"
        ref={(button) => button?.focus()}
        className={`pl-button ${styles.danger}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ parameters: { id: query.id } }, { onError: () => setIsAsking(false) })}
      >
        Delete for good
      </button>
      <button type="button" className="pl-button pl-button-quiet" onClick={() => setIsAsking(false)}>
        Keep
      </button>
    </span>
  );
}
