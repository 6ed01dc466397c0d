import { backtestLimits } from '@polylogue/api-contract';
import { Field } from '@polylogue/web-kit/antd';
import type { BacktestForm, Faults } from './backtest-form.rules.js';
import styles from './backtests.module.css';
import type { FieldsProps } from './candidate-fields.js';

/** What it may spend, and what it is called. */
export const BudgetFields = ({ form, faults, onChange }: FieldsProps) => (
  <section className={`pl-card ${styles.fields}`} aria-labelledby="budget-title">
    <h2 id="budget-title">Budget</h2>
    <p className={styles.help}>Beyond it nothing is called: the backtest pauses, and you can give it more.</p>
    <BudgetInputs form={form} faults={faults} onChange={onChange} />
    <Field label="Name (optional)" help="For the list of backtests; otherwise the candidate’s name.">
      {(control) => (
        <input
          {...control}
          maxLength={backtestLimits.name}
          value={form.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      )}
    </Field>
  </section>
);

interface InputTexts {
  label: string;
  help?: string;
}

const textsOfBacktest: Record<'usd' | 'calls', InputTexts> = {
  usd: {
    label: 'US dollars, at most (optional)',
    help: 'Empty: no bound in dollars. A call of unknown price counts as nothing.',
  },
  calls: {
    label: 'Calls, at most',
    help: `${backtestLimits.callsPerRound} for each round: one to answer, two to compare.`,
  },
};

interface InputsProps {
  form: Pick<BacktestForm, 'usd' | 'calls'>;
  faults: Pick<Faults, 'usd' | 'calls'>;
  onChange: (part: Partial<Pick<BacktestForm, 'usd' | 'calls'>>) => void;
  /** What the bounds are called, and what they count. */
  texts?: Record<'usd' | 'calls', InputTexts>;
}

/** A bound in dollars, if wanted, and one in calls. */
export const BudgetInputs = ({ form, faults, onChange, texts = textsOfBacktest }: InputsProps) => (
  <div className={styles.row}>
    <Field {...texts.usd} error={faults.usd} className={styles.half}>
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          placeholder="No bound"
          value={form.usd}
          onChange={({ target }) => onChange({ usd: target.value })}
        />
      )}
    </Field>
    <Field {...texts.calls} error={faults.calls} className={styles.half} isRequired>
      {(control) => (
        <input
          {...control}
          inputMode="numeric"
          value={form.calls}
          onChange={({ target }) => onChange({ calls: target.value })}
        />
      )}
    </Field>
  </div>
);
