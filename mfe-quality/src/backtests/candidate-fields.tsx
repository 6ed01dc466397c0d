import type { AiService } from '@polylogue/api-contract';
import { SettingFields, settingsOf, settingsSummary } from '@polylogue/web-kit/answer-settings';
import { Field } from '@polylogue/web-kit/antd';
import {
  candidatesIn,
  serviceOf,
  settingNote,
  withCandidate,
  type BacktestForm,
  type Faults,
} from './backtest-form.rules.js';
import { useChoices } from './backtests.api.js';
import styles from './backtests.module.css';

export interface FieldsProps {
  form: BacktestForm;
  faults: Faults;
  onChange: (part: Partial<BacktestForm>) => void;
}

/** Who is to answer, how, and who compares. */
export function CandidateFields({ form, faults, onChange }: FieldsProps) {
  const { services, presets } = useChoices();
  const offered = candidatesIn(services.data ?? []);
  const service = offered.find(({ name }) => name === serviceOf(form.candidate));
  // What is wrong is never folded away.
  const isWrong = faults.temperature !== undefined || faults.maxOutputTokens !== undefined;
  return (
    <section className={`pl-card ${styles.fields}`} aria-labelledby="candidate-title">
      <h2 id="candidate-title">Candidate</h2>
      <Field
        label="AI service"
        help="It is sent exactly what your services were sent."
        error={faults.candidate}
        isRequired
      >
        {(control) => (
          <select
            {...control}
            value={form.candidate}
            onChange={({ target }) => onChange(withCandidate(form, target.value, presets))}
          >
            <option value="" disabled>
              {services.isPending ? 'Loading…' : 'Choose a service'}
            </option>
            {offered.map(({ name, displayName }) => (
              <option key={name} value={name}>
                {displayName}
              </option>
            ))}
          </select>
        )}
      </Field>
      <details className={styles.settings} open={isWrong || undefined}>
        <summary>
          Answer settings: <span>{settingsSummary(settingsOf(form.settings)) || 'the service’s own'}</span>
        </summary>
        <div>
          <SettingFields
            form={form.settings}
            errors={faults}
            note={(setting) => settingNote(setting, form.settings, service)}
            onChange={(part) => onChange({ settings: { ...form.settings, ...part } })}
          />
        </div>
      </details>
      <JudgeField judges={offered} form={form} onChange={onChange} />
    </section>
  );
}

interface JudgeProps extends Pick<FieldsProps, 'form' | 'onChange'> {
  judges: readonly AiService[];
}

const JudgeField = ({ judges, form, onChange }: JudgeProps) => (
  <Field
    label="Judge"
    help="Compares both replies twice, in either order, and knows neither author. Where it wrote one of them, another service compares if there is one."
  >
    {(control) => (
      <select {...control} value={form.judge} onChange={({ target }) => onChange({ judge: target.value })}>
        <option value="">Chosen for each round</option>
        {judges
          .filter(({ variantOf, name }) => variantOf === undefined && name !== serviceOf(form.candidate))
          .map(({ name, displayName }) => (
            <option key={name} value={name}>
              {displayName}
            </option>
          ))}
      </select>
    )}
  </Field>
);
