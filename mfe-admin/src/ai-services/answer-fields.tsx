import { SettingFields, settingsOf, settingsSummary } from '@polylogue/web-kit/answer-settings';
import { Check, Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { answerFaultsOf, type AnswersForm } from './answers-form.rules.js';
import type { FormFaults } from './service-form.rules.js';
import styles from './service-form.module.css';

interface AnswerFieldsProps {
  form: AnswersForm;
  faults: FormFaults;
  onChange: (form: AnswersForm) => void;
}

/** How the service answers where a user wants nothing else, and what no preset may exceed. Folded while nothing is said. */
export function AnswerFields({ form, faults, onChange }: AnswerFieldsProps) {
  const errors = answerFaultsOf(faults);
  const summary = settingsSummary(settingsOf(form));
  const [isOpen, setOpen] = useState(summary !== '' || form.maxTokensAllowed !== '' || !form.allowsWebSearch);
  const hasFault = Object.keys(errors).length > 0;
  return (
    <details
      className={styles.answers}
      open={isOpen || hasFault}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>How it answers{summary && <small>{summary}</small>}</summary>
      <div className={styles.answerFields}>
        <p className={styles.fixed}>Where a user wants nothing else. Judges and summaries are asked without it.</p>
        <SettingFields
          form={form}
          errors={errors}
          note={() => undefined}
          own="The provider's own"
          onChange={(part) => onChange({ ...form, ...part })}
        />
        <Field label="Longest answer allowed" help="In tokens, whatever a preset says" error={errors.maxTokensAllowed}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              placeholder="No limit"
              value={form.maxTokensAllowed}
              onChange={({ target }) => onChange({ ...form, maxTokensAllowed: target.value })}
            />
          )}
        </Field>
        <Check isOn={form.allowsWebSearch} onChange={(allowsWebSearch) => onChange({ ...form, allowsWebSearch })}>
          Presets may search the web
        </Check>
      </div>
    </details>
  );
}
