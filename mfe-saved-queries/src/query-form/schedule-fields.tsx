import { Field } from '@polylogue/web-kit/antd';
import { NextRuns, useNextRuns } from './next-runs.js';
import { frequencies, toggled, weekdays, type QueryForm } from './query-form.rules.js';
import styles from './query-form.module.css';

interface ScheduleFieldsProps {
  form: QueryForm;
  savedQueryId: number | undefined;
  onChange: (change: Partial<QueryForm>) => void;
}

const zones = Intl.supportedValuesOf('timeZone');
const cronHint = "Enter a valid cron expression, e.g. '0 9 * * 1-5' for weekdays at 9 AM";

/** Shown while scheduling is on: frequency, what belongs to it, and what comes of it. */
export function ScheduleFields({ form, savedQueryId, onChange }: ScheduleFieldsProps) {
  const found = useNextRuns(form, savedQueryId);
  const isCustom = form.scheduleFrequency === 'custom';
  return (
    <div className={styles.schedule}>
      <div className={styles.fields}>
        <Field label="Frequency">
          {(control) => (
            <select
              {...control}
              value={form.scheduleFrequency}
              onChange={({ target }) => onChange({ scheduleFrequency: target.value as QueryForm['scheduleFrequency'] })}
            >
              {frequencies.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {!isCustom && (
          <Field label="Time" error={found.faults['scheduleTime']}>
            {(control) => (
              <input
                {...control}
                type="time"
                value={form.scheduleTime}
                onChange={({ target }) => onChange({ scheduleTime: target.value })}
              />
            )}
          </Field>
        )}
        {isCustom && (
          <Field label="Cron expression" help={cronHint} error={found.faults['customSchedule']}>
            {(control) => (
              <input
                {...control}
                className={`${control.className} ${styles.mono}`}
                value={form.customSchedule}
                placeholder="0 9 * * 1-5"
                spellCheck={false}
                autoComplete="off"
                onChange={({ target }) => onChange({ customSchedule: target.value })}
              />
            )}
          </Field>
        )}
        {form.scheduleFrequency === 'weekly' && (
          <DayPicker days={form.scheduleDays} onChange={(scheduleDays) => onChange({ scheduleDays })} />
        )}
        <Field label="Time zone" error={found.faults['timeZone']}>
          {(control) => (
            <>
              <input
                {...control}
                list="saved-query-zones"
                value={form.timeZone}
                spellCheck={false}
                autoComplete="off"
                onChange={({ target }) => onChange({ timeZone: target.value })}
              />
              <datalist id="saved-query-zones">
                {zones.map((zone) => (
                  <option key={zone} value={zone} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      </div>
      <div className={styles.runs} role="status" aria-label="When it will run" aria-busy={found.isLoading}>
        <NextRuns form={form} found={found} />
      </div>
    </div>
  );
}

function DayPicker({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  return (
    <fieldset className={styles.days}>
      <legend>Days</legend>
      {weekdays.map((name, day) => (
        <button
          key={name}
          type="button"
          role="checkbox"
          aria-checked={days.includes(day)}
          aria-label={name}
          onClick={() => onChange(toggled(days, day))}
        >
          {name.slice(0, 3)}
        </button>
      ))}
    </fieldset>
  );
}
