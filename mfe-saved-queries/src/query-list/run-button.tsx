import type { SavedQuery } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useExecuteSavedQuery } from '../saved-queries.api.js';

const AskValues = lazy(() => import('./ask-values.js'));

interface RunButtonProps {
  query: Pick<SavedQuery, 'id' | 'title' | 'variables'>;
  isRunning?: boolean;
  isPrimary?: boolean;
}

/** Runs a query now, with values for its own variables; a second click while it runs changes nothing. */
export function RunButton({ query, isRunning = false, isPrimary }: RunButtonProps) {
  const execute = useExecuteSavedQuery();
  const [isAsking, setAsking] = useState(false);
  const { id, title, variables = [] } = query;
  const isBusy = execute.isPending || isRunning;
  const run = (values?: Record<string, string>) =>
    execute.mutate({
      parameters: { id },
      body: values ? { variables: values } : {},
      idempotencyKey: crypto.randomUUID(),
    });
  return (
    <>
      <Button
        type={isPrimary ? 'primary' : 'default'}
        disabled={isBusy}
        onClick={() => (variables.length > 0 ? setAsking(true) : run())}
        icon={<Play aria-hidden />}
      >
        {isRunning ? 'Running...' : 'Run Now'}
      </Button>
      {isAsking && (
        <Suspense>
          <AskValues
            title={`Run ${title}`}
            variables={variables}
            action="Run"
            onValues={run}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
