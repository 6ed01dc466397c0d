import { Button } from '@polylogue/web-kit/antd';
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
    <Button
      type={isPrimary ? 'primary' : 'default'}
      disabled={isBusy}
      onClick={() => execute.mutate({ parameters: { id }, idempotencyKey: crypto.randomUUID() })}
      icon={<Play aria-hidden />}
    >
      {isRunning ? 'Running...' : 'Run Now'}
    </Button>
  );
}
