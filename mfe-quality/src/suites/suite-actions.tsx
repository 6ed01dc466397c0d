import type { Suite } from '@polylogue/api-contract';
import { useCurrentUser } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { useNavigate } from '@polylogue/web-kit/router';
import { AskedAction } from '../backtests/backtest-actions.js';
import { PricedRun } from './priced-run.js';
import { useCancelRun, useDeleteSuite } from './suites.api.js';
import { suitePaths } from './suites.rules.js';

interface SuiteActionsProps {
  suite: Suite;
  /** Whether another service is being chosen. */
  isChoosing: boolean;
  onChoose: (isChoosing: boolean) => void;
}

/** Run, with its price before; Cancel while one goes on; Delete. */
export function SuiteActions({ suite, isChoosing, onChoose }: SuiteActionsProps) {
  const { id, latestRun } = suite;
  const navigate = useNavigate();
  const maySpend = useCurrentUser().user?.isApproved ?? false;
  const [cancel, remove] = [useCancelRun(), useDeleteSuite(() => void navigate(suitePaths.list))];
  const isRunning = latestRun?.status === 'running';
  return (
    <>
      {maySpend && !isRunning && (
        <>
          <PricedRun suite={suite} label="Run now" />
          <Button aria-expanded={isChoosing} onClick={() => onChoose(!isChoosing)}>
            Run with another service…
          </Button>
        </>
      )}
      {isRunning && (
        <AskedAction
          label="Cancel run"
          question="What was found stays."
          confirm="Cancel it"
          refuse="Keep it"
          isPending={cancel.isPending}
          onConfirm={() => cancel.mutate({ parameters: { id: latestRun.id } })}
        />
      )}
      <AskedAction
        label="Delete"
        question="Its runs and what was answered are deleted for good."
        confirm="Delete suite"
        refuse="Keep it"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ parameters: { id } })}
      />
    </>
  );
}
