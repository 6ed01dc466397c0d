import { suiteLimits } from '@polylogue/api-contract';
import { PageHeader } from '@polylogue/web-kit';
import { Button, Field, Segments } from '@polylogue/web-kit/antd';
import { useNavigate, useSearchParams } from '@polylogue/web-kit/router';
import { useState } from 'react';
import { BackLink } from '../back-link/back-link.js';
import { BudgetInputs } from '../backtests/budget-fields.js';
import { useBacktests } from '../backtests/backtests.api.js';
import { roundsText, titleOf } from '../backtests/backtests.rules.js';
import pageStyles from '../backtests/backtests.module.css';
import { CandidateSelect, JudgeSelect } from '../backtests/service-selects.js';
import { AssertionFields } from './assertion-fields.js';
import { PromptfooFields } from './promptfoo-fields.js';
import { assertionFault, bodyOf, emptyForm, faultsOf, type FieldsProps, type SuiteForm } from './suite-form.rules.js';
import { useCreateSuite } from './suites.api.js';
import { suitePaths } from './suites.rules.js';

/** A frozen set, what has to hold of each answer, and who answers. */
export default function NewSuite() {
  const navigate = useNavigate();
  const [form, setForm] = useState<SuiteForm>(() => emptyForm(''));
  const wanted = useSearchParams()[0].get('backtest');
  const shown = form.backtest === '' && wanted !== null ? { ...form, backtest: wanted } : form;
  const [isTried, setTried] = useState(false);
  const { make, isPending } = useCreateSuite(({ id }) => void navigate(suitePaths.of(id)));
  const change = (part: Partial<SuiteForm>) => setForm((before) => ({ ...before, ...part }));
  const faults = isTried ? faultsOf(shown) : {};
  const create = () => {
    const body = bodyOf(shown);
    setTried(true);
    if (body) make(body);
  };
  return (
    <div className={`pl-page ${pageStyles.page}`}>
      <BackLink to={suitePaths.list}>Back to Suites</BackLink>
      <PageHeader title="New suite" />
      <form
        className={pageStyles.sections}
        aria-label="New suite"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <CasesFields form={shown} faults={faults} onChange={change} />
        <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="assertions-title">
          <h2 id="assertions-title">What has to hold of each answer</h2>
          <AssertionFields
            assertions={form.assertions}
            fault={faults.assertions}
            faultOf={(index) => (isTried ? assertionFault(form.assertions[index]!) : undefined)}
            onChange={(assertions) => change({ assertions })}
          />
        </section>
        <AnswererFields form={form} faults={faults} onChange={change} />
        <div>
          <Button type="primary" htmlType="submit" disabled={isPending}>
            {isPending ? 'Making…' : 'Make suite'}
          </Button>
        </div>
      </form>
    </div>
  );
}

const sources = [
  { value: 'backtest' as const, label: 'A backtest’s rounds' },
  { value: 'promptfoo' as const, label: 'From promptfoo' },
];

/** Its name, and which cases. */
const CasesFields = ({ form, faults, onChange }: FieldsProps) => (
  <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="cases-title">
    <h2 id="cases-title">Cases</h2>
    <Field label="Name" error={faults.name} isRequired>
      {(control) => (
        <input
          {...control}
          maxLength={suiteLimits.name}
          value={form.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      )}
    </Field>
    <Segments
      label="Where the cases come from"
      value={form.source}
      options={sources}
      onChange={(source) => onChange({ source })}
      className={pageStyles.sources}
    />
    {form.source === 'backtest' ? (
      <BacktestField form={form} faults={faults} onChange={onChange} />
    ) : (
      <PromptfooFields form={form} faults={faults} onChange={onChange} />
    )}
  </section>
);

function BacktestField({ form, faults, onChange }: FieldsProps) {
  const { data, isPending } = useBacktests();
  return (
    <Field
      label="Backtest"
      help="Its rounds are frozen: each run sends exactly what was sent then."
      error={faults.backtest}
      isRequired
    >
      {(control) => (
        <select {...control} value={form.backtest} onChange={({ target }) => onChange({ backtest: target.value })}>
          <option value="" disabled>
            {isPending ? 'Loading…' : data?.length ? 'Choose a backtest' : 'There is no backtest yet'}
          </option>
          {data?.map((backtest) => (
            <option key={backtest.id} value={backtest.id}>
              {titleOf(backtest)}: {roundsText(backtest)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Who answers, who judges, and what a run may spend. */
const AnswererFields = ({ form, faults, onChange }: FieldsProps) => (
  <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="answerer-title">
    <h2 id="answerer-title">Who answers</h2>
    <CandidateSelect form={form} error={faults.candidate} onChange={onChange} />
    <JudgeSelect
      candidate={form.candidate}
      judge={form.judge}
      usual="Chosen for each run"
      help="Asked only where something is judged and all that code can check holds."
      onChange={(judge) => onChange({ judge })}
    />
    <BudgetInputs form={form} faults={faults} onChange={onChange} texts={textsOfBudget} />
  </section>
);

const textsOfBudget = {
  usd: { label: 'US dollars of a run, at most (optional)' },
  calls: {
    label: 'Calls of a run, at most',
    help: 'One for each case, one for each thing that is judged, and as many again for a case that fails and used to pass.',
  },
};
