import { useId } from 'react';
import { Field } from '../components/field.js';
import { NextRuns, useNextRuns, type SchedulePreview } from './next-runs.js';
import { frequencies, weekdays, type ScheduleForm } from './schedule-form.rules.js';
import styles from './schedule.module.css';

const zones = Intl.supportedValuesOf('timeZone');
const cronHint = "Enter a valid cron expression, e.g. '0 9 * * 1-5' for weekdays at 9 AM";

export interface ScheduleFieldsProps {
  form: ScheduleForm;
  preview: SchedulePreview;
  onChange: (change: Partial<ScheduleForm>) => void;
}

/** How often, what belongs to it, and what comes of it. */
export function ScheduleFields({ form, preview, onChange }: ScheduleFieldsProps) {
  const found = useNextRuns(form, preview);
  const { faults } = found;
  return (
    <div className={styles.schedule}>
      <div className={styles.fields}>
        <FrequencyField frequency={form.frequency} onChange={onChange} />
        {form.frequency === 'custom' ? (
          <CronField cron={form.cron} error={faults.cron} onChange={onChange} />
        ) : (
          <Field label="Time" error={faults.time}>
            {(control) => (
              <input
                {...control}
                type="time"
                value={form.time}
                onChange={({ target }) => onChange({ time: target.value })}
              />
            )}
          </Field>
        )}
        {form.frequency === 'weekly' && <DayPicker days={form.days} onChange={(days) => onChange({ days })} />}
        <ZoneField timeZone={form.timeZone} error={faults.timeZone} onChange={onChange} />
      </div>
      <div className={styles.runs} role="status" aria-label="When it will run" aria-busy={found.isFormer}>
        <NextRuns form={form} found={found} />
      </div>
    </div>
  );
}

type Changed = Pick<ScheduleFieldsProps, 'onChange'>;

const FrequencyField = ({ frequency, onChange }: Pick<ScheduleForm, 'frequency'> & Changed) => (
  <Field label="Frequency">
    {(control) => (
      <select
        {...control}
        value={frequency}
        onChange={({ target }) => onChange({ frequency: target.value as ScheduleForm['frequency'] })}
      >
        {frequencies.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface CronFieldProps extends Changed {
  cron: string;
  error: string | undefined;
}

const CronField = ({ cron, error, onChange }: CronFieldProps) => (
  <Field label="Cron expression" help={cronHint} error={error}>
    {(control) => (
      <input
        {...control}
        className={`${control.className} ${styles.mono}`}
        value={cron}
        placeholder="0 9 * * 1-5"
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange({ cron: target.value })}
      />
    )}
  </Field>
);

interface ZoneFieldProps extends Changed {
  timeZone: string;
  error: string | undefined;
}

function ZoneField({ timeZone, error, onChange }: ZoneFieldProps) {
  const list = useId();
  return (
    <Field label="Time zone" error={error}>
      {(control) => (
        <>
          <input
            {...control}
            list={list}
            value={timeZone}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => onChange({ timeZone: target.value })}
          />
          <datalist id={list}>
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function DayPicker({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const toggled = (day: number) => (days.includes(day) ? days.filter((each) => each !== day) : [...days, day]);
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
          onClick={() => onChange(toggled(day))}
        >
          {name.slice(0, 3)}
        </button>
      ))}
    </fieldset>
  );
}
