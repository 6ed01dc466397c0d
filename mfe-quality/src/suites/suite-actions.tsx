import type { AnswerOf, estimateSuiteRun, Suite } from '@polylogue/api-contract';
import { moneyRange, useCurrentUser } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { counted, CostQuestion, mustAsk } from '@polylogue/web-kit/estimate';
import { useNavigate } from '@polylogue/web-kit/router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { AskedAction } from '../backtests/backtest-actions.js';
import { useAskAbove } from '../backtests/backtests.api.js';
import { useBeginRun, useCancelRun, useDeleteSuite, useRunEstimate } from './suites.api.js';
import { suitePaths } from './suites.rules.js';

/** Run, with its price before; Cancel while one goes on; Delete. */
export function SuiteActions({ suite }: { suite: Suite }) {
  const { id, latestRun } = suite;
  const navigate = useNavigate();
  const maySpend = useCurrentUser().user?.isApproved ?? false;
  const [cancel, remove] = [useCancelRun(), useDeleteSuite(() => void navigate(suitePaths.list))];
  const isRunning = latestRun?.status === 'running';
  return (
    <>
      {maySpend && !isRunning && <RunAction id={id} />}
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

function priceText({ cost, unknownPrice }: AnswerOf<typeof estimateSuiteRun>): string {
  if (!cost) return unknownPrice ? 'price unknown' : 'free';
  return `≈ ${moneyRange(cost.low, cost.high, cost.currency)}${unknownPrice ? ' and what is unknown' : ''}`;
}

function RunAction({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false);
  const askAbove = useAskAbove();
  const begin = useBeginRun();
  const { data } = useRunEstimate(id, true);
  const start = () => begin.mutate({ parameters: { id }, body: {} });
  return (
    <>
      {data && (
        <small>
          {counted(data.calls, 'call')}, {priceText(data)}
        </small>
      )}
      <Button
        type="primary"
        icon={<Play aria-hidden />}
        disabled={begin.isPending}
        onClick={() => (data && mustAsk(data, askAbove) ? setAsked(true) : start())}
      >
        Run now
      </Button>
      {isAsked && data?.cost && (
        <CostQuestion
          cost={data.cost}
          deed="Run"
          onAnswer={(isAgreed) => {
            setAsked(false);
            if (isAgreed) start();
          }}
        />
      )}
    </>
  );
}
