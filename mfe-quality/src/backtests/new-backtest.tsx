import { PageHeader } from '@polylogue/web-kit';
import { useNavigate, useSearchParams } from '@polylogue/web-kit/router';
import { useState } from 'react';
import { BackLink } from '../back-link/back-link.js';
import { bodyOf, faultsOf, firstForm, wantedOf, type BacktestForm } from './backtest-form.rules.js';
import { useCreateBacktest } from './backtests.api.js';
import { backtestPaths } from './backtests.rules.js';
import styles from './backtests.module.css';
import { BudgetFields } from './budget-fields.js';
import { CandidateFields } from './candidate-fields.js';
import { EstimateCard } from './estimate-card.js';
import { PeopleField } from './people-field.js';
import { SampleFields } from './sample-fields.js';

/** The form of a backtest, and beside it what would be compared and what that would cost. */
export default function NewBacktest() {
  const navigate = useNavigate();
  const suiteId = useSearchParams()[0].get('suite');
  const [form, setForm] = useState<BacktestForm>(() => firstForm(suiteId));
  const [isTried, setTried] = useState(false);
  const { start, isPending } = useCreateBacktest(({ id }) => void navigate(backtestPaths.of(id)));
  const change = (part: Partial<BacktestForm>) => setForm((before) => ({ ...before, ...part }));
  const faults = isTried ? faultsOf(form) : {};
  const begin = () => {
    const body = bodyOf(form);
    setTried(true);
    if (body) start(body);
  };
  return (
    <div className={`pl-page ${styles.page}`}>
      <BackLink to={backtestPaths.list}>Back to Backtests</BackLink>
      <PageHeader title="New backtest" />
      <form
        className={styles.form}
        aria-label="New backtest"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
        }}
      >
        <div className={styles.sections}>
          <CandidateFields form={form} faults={faults} onChange={change} />
          <SampleFields form={form} faults={faults} onChange={change} />
          <BudgetFields form={form} faults={faults} onChange={change} />
          <PeopleField form={form} onChange={change} />
        </div>
        <EstimateCard
          form={form}
          wanted={wantedOf(form)}
          isWrong={isTried && !bodyOf(form)}
          isStarting={isPending}
          onStart={begin}
        />
      </form>
    </div>
  );
}
