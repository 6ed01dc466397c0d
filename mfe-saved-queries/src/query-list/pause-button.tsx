import type { SavedQuery } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { Pause, Play } from 'lucide-react';
import { useToggleSavedQuery } from '../saved-queries.api.js';

/** Pause or Resume, for a scheduled query. */
export function PauseButton({ query }: { query: SavedQuery }) {
  const toggle = useToggleSavedQuery();
  if (!query.isScheduled) return null;
  return (
    <Button
      disabled={toggle.isPending}
      onClick={() => toggle.mutate({ parameters: { id: query.id }, body: { isActive: !query.isActive } })}
      icon={query.isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
    >
      {query.isActive ? 'Pause' : 'Resume'}
    </Button>
  );
}
