import type { AiService, AnswerSettings } from '@polylogue/api-contract';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from 'antd';
import styles from './comparison-settings-form.module.css';
import { SettingFields } from './setting-fields.js';
import { noteOf } from './setting-notes.rules.js';
import {
  errorsOfSettings,
  settingsFormOf,
  settingsOf,
  settingsSummary,
  type SettingsForm,
} from './settings-form.rules.js';

export interface ComparisonSettingsFormProps {
  settings: AnswerSettings;
  /** The services that are asked. */
  services: readonly AiService[];
  isSaving: boolean;
  /** Given no settings at all where they are to be removed. */
  onSave: (settings: AnswerSettings) => void;
  onCancel: () => void;
}

/** How all services answer in a comparison. */
export function ComparisonSettingsForm({
  settings,
  services,
  isSaving,
  onSave,
  onCancel,
}: ComparisonSettingsFormProps) {
  const [form, setForm] = useState<SettingsForm>(() => settingsFormOf(settings));
  const [isTried, setTried] = useState(false);
  const fields = useRef<HTMLFormElement>(null);
  // They stand where the button was that was pressed.
  useEffect(() => fields.current?.querySelector('textarea')?.focus(), []);
  const errors = errorsOfSettings(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length === 0) onSave(settingsOf(form));
  };
  return (
    <form ref={fields} className={styles.form} aria-label="This comparison" onSubmit={submit} noValidate>
      <p>For all services of this comparison, from the next message on. What a preset says comes first.</p>
      <SettingFields
        form={form}
        errors={isTried ? errors : {}}
        note={(setting) => noteOf(setting, settingsOf(form), services)}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <div className={styles.actions}>
        <Button htmlType="submit" type="primary" disabled={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        {settingsSummary(settings) !== '' && (
          <Button type="text" disabled={isSaving} onClick={() => onSave({})}>
            Remove all
          </Button>
        )}
      </div>
    </form>
  );
}
