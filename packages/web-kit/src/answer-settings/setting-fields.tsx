import { limits, type SettingName } from '@polylogue/api-contract';
import { Check } from '../components/check.js';
import { Field } from '../components/field.js';
import { efforts, type SettingErrors, type SettingsForm } from './settings-form.rules.js';
import styles from './setting-fields.module.css';

export interface SettingFieldsProps {
  form: SettingsForm;
  errors: SettingErrors;
  /** What is said below a setting that was given, in place of its help. */
  note: (setting: SettingName) => string | undefined;
  /** What stands where nothing is given. */
  own?: string;
  onChange: (part: Partial<SettingsForm>) => void;
}

/** Instructions, temperature, longest answer, reasoning effort and web search. */
export function SettingFields({ form, errors, note, own = "The service's own", onChange }: SettingFieldsProps) {
  const noteOf = (setting: SettingName) => {
    const value = form[setting];
    const isGiven = typeof value === 'string' ? value.trim() !== '' : value;
    return isGiven ? note(setting) : undefined;
  };
  return (
    <>
      <Field
        label="Instructions"
        help={noteOf('systemPrompt') ?? 'Said before every conversation.'}
        error={errors.systemPrompt}
      >
        {(control) => (
          <textarea
            {...control}
            rows={4}
            dir="auto"
            maxLength={limits.answerPreset.systemPrompt}
            placeholder="Answer in one sentence."
            value={form.systemPrompt}
            onChange={({ target }) => onChange({ systemPrompt: target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <NumberField
          label="Temperature"
          own={own}
          value={form.temperature}
          help={noteOf('temperature') ?? '0 to 2'}
          error={errors.temperature}
          onChange={(temperature) => onChange({ temperature })}
        />
        <NumberField
          label="Longest answer"
          own={own}
          value={form.maxOutputTokens}
          help={noteOf('maxOutputTokens') ?? 'In tokens'}
          error={errors.maxOutputTokens}
          onChange={(maxOutputTokens) => onChange({ maxOutputTokens })}
        />
      </div>
      <EffortField
        value={form.reasoningEffort}
        own={own}
        help={noteOf('reasoningEffort')}
        onChange={(reasoningEffort) => onChange({ reasoningEffort })}
      />
      <SearchField isOn={form.webSearch} note={noteOf('webSearch')} onChange={(webSearch) => onChange({ webSearch })} />
    </>
  );
}

interface EffortFieldProps {
  own: string;
  value: SettingsForm['reasoningEffort'];
  help: string | undefined;
  onChange: (value: SettingsForm['reasoningEffort']) => void;
}

const EffortField = ({ value, own, help, onChange }: EffortFieldProps) => (
  <Field label="Reasoning effort" help={help}>
    {(control) => (
      <select
        {...control}
        value={value}
        onChange={({ target }) => onChange(target.value as SettingsForm['reasoningEffort'])}
      >
        <option value="">{own}</option>
        {Object.entries(efforts).map(([effort, label]) => (
          <option key={effort} value={effort}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface NumberFieldProps {
  label: string;
  own: string;
  value: string;
  help: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const NumberField = ({ label, own, value, help, error, onChange }: NumberFieldProps) => (
  <Field label={label} help={help} error={error}>
    {(control) => (
      <input
        {...control}
        inputMode="decimal"
        placeholder={own}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

interface SearchFieldProps {
  isOn: boolean;
  note: string | undefined;
  onChange: (isOn: boolean) => void;
}

const SearchField = ({ isOn, note, onChange }: SearchFieldProps) => (
  <Check isOn={isOn} onChange={onChange}>
    Search the web<small>{note}</small>
  </Check>
);
