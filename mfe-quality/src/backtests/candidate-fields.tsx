import type { BacktestForm, Faults } from './backtest-form.rules.js';
import styles from './backtests.module.css';
import { CandidateSelect, CandidateSettings, JudgeSelect } from './service-selects.js';

export interface FieldsProps {
  form: BacktestForm;
  faults: Faults;
  onChange: (part: Partial<BacktestForm>) => void;
}

/** Who is to answer, how, and who compares. */
export const CandidateFields = ({ form, faults, onChange }: FieldsProps) => (
  <section className={`pl-card ${styles.fields}`} aria-labelledby="candidate-title">
    <h2 id="candidate-title">Candidate</h2>
    <CandidateSelect
      form={form}
      help="It is sent exactly what your services were sent."
      error={faults.candidate}
      onChange={onChange}
    />
    <CandidateSettings form={form} errors={faults} onChange={onChange} />
    <JudgeSelect
      candidate={form.candidate}
      judge={form.judge}
      usual="Chosen for each round"
      help="Compares both replies twice, in either order, and knows neither author. Where it wrote one of them, another service compares if there is one."
      onChange={(judge) => onChange({ judge })}
    />
  </section>
);
