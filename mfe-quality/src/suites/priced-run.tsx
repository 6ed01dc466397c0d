import type { AnswerOf, BacktestCandidate, estimateSuiteRun, Suite } from '@polylogue/api-contract';
import { moneyRange } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { counted, useCostQuestion } from '@polylogue/web-kit/estimate';
import { Play } from 'lucide-react';
import { useAskAbove } from '../backtests/backtests.api.js';
import { faultOfPrice } from '../backtests/price-fault.rules.js';
import { useBeginRun, useRunEstimate } from './suites.api.js';

interface PricedRunProps {
  suite: Suite;
  /** Another one than that of the suite; null while it is not whole. */
  candidate?: BacktestCandidate | null;
  label: string;
  onStarted?: () => void;
}

/** The price of a run, and the button that begins it. */
export function PricedRun({ suite, candidate, label, onStarted }: PricedRunProps) {
  const { ask, question } = useCostQuestion('Run');
  const askAbove = useAskAbove();
  const begin = useBeginRun();
  const { data, error } = useRunEstimate(suite, candidate);
  const { id, version } = suite;
  const call = { parameters: { id }, body: { version, ...(candidate && { candidate }) } };
  const start = () => begin.mutate(call, { onSuccess: () => onStarted?.() });
  // What was typed just now has no price yet.
  const isUnpriced = candidate !== undefined && !data;
  return (
    <>
      <small role="status">
        {data ? `${counted(data.calls, 'call')}, ${priceText(data)}` : error && faultOfPrice(error)}
      </small>
      <Button
        type="primary"
        icon={<Play aria-hidden />}
        disabled={begin.isPending || isUnpriced}
        onClick={() => ask(data && { estimate: data, askAbove }, start)}
      >
        {label}
      </Button>
      {question}
    </>
  );
}

function priceText({ cost, unknownPrice }: AnswerOf<typeof estimateSuiteRun>): string {
  if (!cost) return unknownPrice ? 'price unknown' : 'free';
  return `≈ ${moneyRange(cost.low, cost.high, cost.currency)}${unknownPrice ? ' and what is unknown' : ''}`;
}
