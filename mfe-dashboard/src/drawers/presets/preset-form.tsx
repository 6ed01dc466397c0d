import { limits, type AiService, type AnswerPreset } from '@polylogue/api-contract';
import { SettingFields } from '@polylogue/web-kit/answer-settings';
import { Button, Check, Field } from '@polylogue/web-kit/antd';
import { useState, type FormEvent } from 'react';
import { useSavePreset } from './presets.api.js';
import styles from './presets.module.css';
import { errorsOf, fieldsOf, formOf, presetNote, type PresetForm as Form } from './presets.rules.js';

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
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that was pressed
            autoFocus
            maxLength={limits.answerPreset.name}
            value={form.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <SettingFields
        form={form}
        errors={errors}
        note={(setting) => presetNote(setting, form, services)}
        onChange={change}
      />
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

interface ServiceChoicesProps {
  services: readonly AiService[];
  chosen: readonly string[];
  onToggle: (name: string) => void;
}

const ServiceChoices = ({ services, chosen, onToggle }: ServiceChoicesProps) => (
  <fieldset className={styles.services}>
    <legend>Stands beside</legend>
    {services.map(({ name, displayName }) => (
      <Check key={name} isOn={chosen.includes(name)} onChange={() => onToggle(name)}>
        {displayName}
      </Check>
    ))}
  </fieldset>
);
