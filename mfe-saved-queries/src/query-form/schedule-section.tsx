import type { AiService } from '@polylogue/api-contract';
import { ScheduleFields } from '@polylogue/web-kit/schedule';
import type { QueryForm } from './query-form.rules.js';
import styles from './query-form.module.css';
import { ReportFields } from './report-fields.js';
import { schedulePreviewOf } from './schedule-preview.api.js';

interface ScheduleSectionProps {
  form: QueryForm;
  services: readonly AiService[];
  savedQueryId: number | undefined;
  faults: Partial<Record<string, string>>;
  onChange: (change: Partial<QueryForm>) => void;
}

/** When a query runs, and what its runs report. */
export function ScheduleSection({ form, services, savedQueryId, faults, onChange }: ScheduleSectionProps) {
  return (
    <section className={`pl-card ${styles.section}`}>
      <h2>Scheduling</h2>
      <label className={styles.switch}>
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked
          role="switch"
          checked={form.isScheduled}
          onChange={({ target }) => onChange({ isScheduled: target.checked })}
        />
        Run this query on a schedule
      </label>
      {form.isScheduled && (
        <ScheduleFields
          form={form.schedule}
          preview={schedulePreviewOf(savedQueryId)}
          onChange={(change) => onChange({ schedule: { ...form.schedule, ...change } })}
        />
      )}
      <ReportFields form={form} services={services} faults={faults} onChange={onChange} />
    </section>
  );
}
