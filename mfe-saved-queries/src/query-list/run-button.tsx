import { Play } from 'lucide-react';
import { useExecuteSavedQuery } from '../saved-queries.api.js';

/** Runs a query now; a second click while it runs changes nothing. */
export function RunButton({
  id,
  isRunning = false,
  isPrimary,
}: {
  id: number;
  isRunning?: boolean;
  isPrimary?: boolean;
}) {
  const execute = useExecuteSavedQuery();
  const isBusy = execute.isPending || isRunning;
  return (
    <button
      type="button"
      className={`pl-button ${isPrimary ? 'pl-button-primary' : ''}`}
      disabled={isBusy}
      onClick={() => execute.mutate({ parameters: { id }, idempotencyKey: crypto.randomUUID() })}
    >
      <Play aria-hidden="true" />
      {isRunning ? 'Running...' : 'Run Now'}
    </button>
  );
}
