import { Check, Field } from '@polylogue/web-kit/antd';
import styles from './notice-targets.module.css';
import type { TargetForm } from './notice-targets.rules.js';

export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface QuietFieldsProps {
  form: TargetForm;
  fault: string | undefined;
  onChange: (part: Partial<TargetForm>) => void;
}

/** Hours in which nothing is sent. */
export const QuietFields = ({ form, fault, onChange }: QuietFieldsProps) => (
  <>
    <Check isOn={form.hasQuietHours} onChange={(hasQuietHours) => onChange({ hasQuietHours })}>
      Quiet hours
    </Check>
    {form.hasQuietHours && (
      <div className={styles.hours}>
        <Field label="From" error={fault}>
          {(control) => (
            <input
              {...control}
              type="time"
              value={form.from}
              onChange={({ target }) => onChange({ from: target.value })}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <input {...control} type="time" value={form.to} onChange={({ target }) => onChange({ to: target.value })} />
          )}
        </Field>
        <p>Times of {form.timeZone}. What happens meanwhile is sent together afterwards.</p>
      </div>
    )}
  </>
);
