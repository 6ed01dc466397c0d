import type { Backtest, BacktestStatus } from '@polylogue/api-contract';
import { useCurrentUser } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { counted } from '@polylogue/web-kit/estimate';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { budgetFaults, budgetOf } from './backtest-form.rules.js';
import { useResume } from './backtests.api.js';
import { spentText } from './backtests.rules.js';
import styles from './backtests.module.css';
import { BudgetInputs } from './budget-fields.js';

/** How many rounds are compared, what is spent, and what it waits for. */
export function ProgressCard({ backtest }: { backtest: Backtest }) {
  const { cases, ended, pause, status } = backtest;
  const maySpend = useCurrentUser().user?.isApproved ?? false;
  return (
    <section className={`pl-card ${styles.progress}`} aria-labelledby="progress-title">
      <h2 id="progress-title">Progress</h2>
      <p>
        <progress value={ended} max={Math.max(cases, 1)} aria-label="Rounds compared" />
        <span>
          {ended} of {counted(cases, 'round')}
        </span>
        <span>{spentText(backtest)}</span>
      </p>
      <p role="status">{pause?.sentence ?? sentences[status]}</p>
      {pause?.reason === 'budget' && maySpend && <MoreBudget backtest={backtest} />}
    </section>
  );
}

const sentences: Record<BacktestStatus, string> = {
  running: 'It goes on in the background; you can leave this page.',
  paused: 'It is paused.',
  completed: 'It has come to its end.',
  cancelled: 'It was cancelled. What was found until then stays.',
};

/** Gives one that has used up its budget another. */
function MoreBudget({ backtest: { id, budget } }: { backtest: Backtest }) {
  const [form, setForm] = useState({ usd: budget.usd === null ? '' : String(budget.usd), calls: String(budget.calls) });
  const [isTried, setTried] = useState(false);
  const resume = useResume();
  const faults = budgetFaults(form);
  return (
    <form
      className={styles.more}
      aria-label="Another budget"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (Object.keys(faults).length === 0) resume.mutate({ parameters: { id }, body: { budget: budgetOf(form) } });
      }}
    >
      <BudgetInputs
        form={form}
        faults={isTried ? faults : {}}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <Button type="primary" htmlType="submit" icon={<Play aria-hidden />} disabled={resume.isPending}>
        Resume with this budget
      </Button>
    </form>
  );
}
