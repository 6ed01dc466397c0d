import type { AiService } from '@polylogue/api-contract';
import { SettingFields, settingsOf, settingsSummary, type SettingErrors } from '@polylogue/web-kit/answer-settings';
import { Field } from '@polylogue/web-kit/antd';
import { candidatesIn, serviceOf, settingNote, withCandidate, type CandidateForm } from './backtest-form.rules.js';
import { useChoices } from './backtests.api.js';
import styles from './backtests.module.css';

interface SelectProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  value: string;
  services: readonly AiService[];
  /** What stands for no service. */
  first: React.ReactElement;
  isRequired?: boolean;
  onChange: (name: string) => void;
}

const ServiceSelect = ({ value, services, first, onChange, ...field }: SelectProps) => (
  <Field {...field}>
    {(control) => (
      <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
        {first}
        {services.map(({ name, displayName }) => (
          <option key={name} value={name}>
            {displayName}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface CandidateProps {
  form: CandidateForm;
  help?: string;
  error: string | undefined;
  onChange: (part: CandidateForm) => void;
}

/** Who answers: a service that writes text, or a variant of one, which brings its settings. */
export function CandidateSelect({ form, onChange, ...field }: CandidateProps) {
  const { services, presets } = useChoices();
  return (
    <ServiceSelect
      {...field}
      label="AI service"
      value={form.candidate}
      services={candidatesIn(services.data ?? [])}
      first={
        <option value="" disabled>
          {services.isPending ? 'Loading…' : 'Choose a service'}
        </option>
      }
      isRequired
      onChange={(name) => onChange(withCandidate(form, name, presets))}
    />
  );
}

interface JudgeProps {
  candidate: string;
  judge: string;
  /** What is done where none is named. */
  usual: string;
  help: string;
  onChange: (judge: string) => void;
}

/** Who judges: never the one that answers. */
export function JudgeSelect({ candidate, judge, usual, help, onChange }: JudgeProps) {
  const { services } = useChoices();
  const judges = candidatesIn(services.data ?? []).filter(
    ({ variantOf, name }) => variantOf === undefined && name !== serviceOf(candidate),
  );
  return (
    <ServiceSelect
      label="Judge"
      help={help}
      value={judge}
      services={judges}
      first={<option value="">{usual}</option>}
      onChange={onChange}
    />
  );
}

interface SettingsProps {
  form: CandidateForm;
  errors: SettingErrors;
  onChange: (part: CandidateForm) => void;
}

/** How the candidate is to answer, folded away while nothing is wrong with it. */
export function CandidateSettings({ form: { candidate, settings }, errors, onChange }: SettingsProps) {
  const { services } = useChoices();
  const service = services.data?.find(({ name }) => name === serviceOf(candidate));
  const isWrong = errors.temperature !== undefined || errors.maxOutputTokens !== undefined;
  return (
    <details className={styles.settings} open={isWrong || undefined}>
      <summary>
        Answer settings: <span>{settingsSummary(settingsOf(settings)) || 'the service’s own'}</span>
      </summary>
      <div>
        <SettingFields
          form={settings}
          errors={errors}
          note={(setting) => settingNote(setting, settings, service)}
          onChange={(part) => onChange({ candidate, settings: { ...settings, ...part } })}
        />
      </div>
    </details>
  );
}
