import { limits } from '@polylogue/api-contract';
import { Field } from '@polylogue/web-kit/antd';
import { useQuestionEstimate } from './question-estimate.api.js';
import { priceOf } from '../watch/watch.rules.js';
import type { QueryForm } from './query-form.rules.js';
import styles from './report-fields.module.css';

interface ReportFieldsProps {
  form: QueryForm;
  faults: Partial<Record<string, string>>;
  onChange: (change: Partial<QueryForm>) => void;
}

const modes = [
  { value: 'everything', label: 'Everything', help: 'Each run is shown in full.' },
  { value: 'changes', label: 'Only changes', help: 'A run says what changed, and is silent while nothing does.' },
] as const;

const { min, max } = limits.watch.baselineRuns;
const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index);

/** What runs report: everything, or what changed above the noise of each service. */
export function ReportFields({ form, faults, onChange }: ReportFieldsProps) {
  const isWatched = form.report === 'changes';
  const estimate = useQuestionEstimate(form.content, form.selectedAiServices, isWatched);
  return (
    <div className={styles.report}>
      <Modes form={form} onChange={onChange} />
      {isWatched && (
        <div className={styles.fields}>
          <Field
            label="What counts (optional)"
            help="In your words, such as “only prices” or “who is named”. Empty: every claim that can be checked."
            error={faults['watchFocus']}
          >
            {(control) => (
              <input
                {...control}
                name="watchFocus"
                value={form.watchFocus}
                onChange={({ target }) => onChange({ watchFocus: target.value })}
              />
            )}
          </Field>
          <Field label="Answers of the first run" error={faults['baselineRuns']}>
            {(control) => (
              <select
                {...control}
                value={form.baselineRuns}
                onChange={({ target }) => onChange({ baselineRuns: Number(target.value) })}
              >
                {counts.map((count) => (
                  <option key={count} value={count}>
                    {count} of each service
                  </option>
                ))}
              </select>
            )}
          </Field>
          <p className={styles.price} role="status">
            {priceOf(estimate, form.selectedAiServices.length, form.baselineRuns)} They teach how much its answers
            wobble. Later runs ask once, and a service that seems to have changed up to five times more; one service
            reads the answers.
          </p>
        </div>
      )}
    </div>
  );
}

const Modes = ({ form, onChange }: Pick<ReportFieldsProps, 'form' | 'onChange'>) => (
  <fieldset className={styles.modes}>
    <legend>Report</legend>
    {modes.map(({ value, label, help }) => (
      <label key={value} className={styles.mode}>
        <input
          type="radio"
          name="report"
          value={value}
          checked={form.report === value}
          onChange={() => onChange({ report: value })}
        />
        <span>
          {label}
          <small>{help}</small>
        </span>
      </label>
    ))}
  </fieldset>
);
