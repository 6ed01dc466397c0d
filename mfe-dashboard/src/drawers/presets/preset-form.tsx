import { limits, type AiService, type AnswerPreset, type SettingName } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { useState, type FormEvent } from 'react';
import { useSavePreset } from './presets.api.js';
import styles from './presets.module.css';
import {
  efforts,
  errorsOf,
  fieldsOf,
  formOf,
  ignoredBy,
  ignoredSentence,
  type PresetForm as Form,
} from './presets.rules.js';

interface PresetFormProps {
  /** Undefined: a new one. */
  preset: AnswerPreset | undefined;
  services: readonly AiService[];
  onEnd: () => void;
}

/** A preset's name, its settings, and the services it stands beside. What is wrong is said once it was to be saved. */
export function PresetForm({ preset, services, onEnd }: PresetFormProps) {
  const [form, setForm] = useState<Form>(() => formOf(preset));
  const [isTried, setTried] = useState(false);
  const save = useSavePreset(onEnd);
  const errors = isTried ? errorsOf(form) : {};
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errorsOf(form)).length === 0) save.mutate({ id: preset?.id, fields: fieldsOf(form) });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Name" error={errors.name} help="Shown behind the service: GPT · terse" isRequired>
        {(control) => (
          <input
            {...control}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that was pressed
            autoFocus
            maxLength={limits.answerPreset.name}
            value={form.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <SettingFields form={form} errors={errors} services={services} onChange={change} />
      <ServiceChoices
        services={services}
        chosen={form.aiServices}
        onToggle={(name) => change({ aiServices: without(form.aiServices, name) ?? [...form.aiServices, name] })}
      />
      <div className={styles.actions}>
        <Button htmlType="submit" type="primary" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button onClick={onEnd}>Cancel</Button>
      </div>
    </form>
  );
}

const without = (names: readonly string[], name: string) =>
  names.includes(name) ? names.filter((each) => each !== name) : undefined;

interface SettingFieldsProps {
  form: Form;
  errors: ReturnType<typeof errorsOf>;
  services: readonly AiService[];
  onChange: (part: Partial<Form>) => void;
}

function SettingFields({ form, errors, services, onChange }: SettingFieldsProps) {
  const ignored = (isSet: unknown, setting: SettingName) =>
    isSet ? ignoredSentence(ignoredBy(services, form.aiServices, setting)) : undefined;
  return (
    <>
      <Field
        label="Instructions"
        help={ignored(form.systemPrompt.trim(), 'systemPrompt') ?? 'Said before every conversation.'}
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
          value={form.temperature}
          help={ignored(form.temperature, 'temperature') ?? '0 to 2'}
          error={errors.temperature}
          onChange={(temperature) => onChange({ temperature })}
        />
        <NumberField
          label="Longest answer"
          value={form.maxOutputTokens}
          help={ignored(form.maxOutputTokens, 'maxOutputTokens') ?? 'In tokens'}
          error={errors.maxOutputTokens}
          onChange={(maxOutputTokens) => onChange({ maxOutputTokens })}
        />
      </div>
      <EffortField
        value={form.reasoningEffort}
        help={ignored(form.reasoningEffort, 'reasoningEffort')}
        onChange={(reasoningEffort) => onChange({ reasoningEffort })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={form.webSearch}
          onChange={({ target }) => onChange({ webSearch: target.checked })}
        />
        <span>
          Search the web<small>{ignored(form.webSearch, 'webSearch')}</small>
        </span>
      </label>
    </>
  );
}

interface EffortFieldProps {
  value: Form['reasoningEffort'];
  help: string | undefined;
  onChange: (value: Form['reasoningEffort']) => void;
}

const EffortField = ({ value, help, onChange }: EffortFieldProps) => (
  <Field label="Reasoning effort" help={help}>
    {(control) => (
      <select {...control} value={value} onChange={({ target }) => onChange(target.value as Form['reasoningEffort'])}>
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
  value: string;
  help: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const NumberField = ({ label, value, help, error, onChange }: NumberFieldProps) => (
  <Field label={label} help={help} error={error}>
    {(control) => (
      <input
        {...control}
        inputMode="decimal"
        placeholder="The service's own"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

interface ServiceChoicesProps {
  services: readonly AiService[];
  chosen: readonly string[];
  onToggle: (name: string) => void;
}

const ServiceChoices = ({ services, chosen, onToggle }: ServiceChoicesProps) => (
  <fieldset className={styles.services}>
    <legend>Stands beside</legend>
    {services.map(({ name, displayName }) => (
      <label key={name} className={styles.check}>
        <input type="checkbox" checked={chosen.includes(name)} onChange={() => onToggle(name)} />
        <span>{displayName}</span>
      </label>
    ))}
  </fieldset>
);
