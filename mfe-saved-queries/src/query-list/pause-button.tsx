import type { SavedQuery } from '@polylogue/api-contract';
import { Pause, Play } from 'lucide-react';
import { useToggleSavedQuery } from '../saved-queries.api.js';

/** Pause or Resume, for a scheduled query. */
export function PauseButton({ query }: { query: SavedQuery }) {
  const toggle = useToggleSavedQuery();
  if (!query.isScheduled) return null;
  return (
    <button
      type="button"
      className="pl-button"
      disabled={toggle.isPending}
      onClick={() => toggle.mutate({ parameters: { id: query.id }, body: { isActive: !query.isActive } })}
    >
      {query.isActive ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      {query.isActive ? 'Pause' : 'Resume'}
    </button>
  );
}
