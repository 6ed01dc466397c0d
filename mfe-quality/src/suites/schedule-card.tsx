import type { Suite, SuiteSchedule } from '@polylogue/api-contract';
import { useCurrentUser, when } from '@polylogue/web-kit';
import { Button, Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import pageStyles from '../backtests/backtests.module.css';
import { useSetSchedule } from './suites.api.js';
import { scheduleText, weekdayName } from './suites.rules.js';

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
const usual = (): SuiteSchedule => ({ frequency: 'daily', time: '09:00', days: [1], timeZone: ownZone() });
const dayNumbers = [1, 2, 3, 4, 5, 6, 0];

/** When it runs by itself; its owner gets a notice when it gets worse then. */
export function ScheduleCard({ suite }: { suite: Suite }) {
  const maySpend = useCurrentUser().user?.isApproved ?? false;
  const [typed, setTyped] = useState<SuiteSchedule>(() => suite.schedule ?? usual());
  const save = useSetSchedule();
  const set = (schedule: SuiteSchedule | null) => save.mutate({ parameters: { id: suite.id }, body: { schedule } });
  return (
    <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="schedule-title">
      <h2 id="schedule-title">Schedule</h2>
      <p role="status">
        {scheduleText(suite)}
        {suite.nextRunAt && (
          <>
            ; next <time dateTime={suite.nextRunAt}>{when(suite.nextRunAt)}</time>
          </>
        )}
      </p>
      <p className={pageStyles.help}>
        A run by schedule that finds a case worse, or stops before its end, makes a notice. Each run spends up to the
        budget of the suite.
      </p>
      {maySpend && <ScheduleFields typed={typed} onChange={(part) => setTyped({ ...typed, ...part })} />}
      {maySpend && (
        <div className={pageStyles.row}>
          <Button disabled={save.isPending} onClick={() => set(typed)}>
            {suite.schedule ? 'Save schedule' : 'Run by this schedule'}
          </Button>
          {suite.schedule && (
            <Button disabled={save.isPending} onClick={() => set(null)}>
              Stop schedule
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface FieldsProps {
  typed: SuiteSchedule;
  onChange: (part: Partial<SuiteSchedule>) => void;
}

const ScheduleFields = ({ typed: { frequency, time, days, timeZone }, onChange }: FieldsProps) => (
  <div className={pageStyles.row}>
    <Field label="How often" className={pageStyles.half}>
      {(control) => (
        <select
          {...control}
          value={frequency}
          onChange={({ target }) => onChange({ frequency: target.value === 'weekly' ? 'weekly' : 'daily' })}
        >
          <option value="daily">Every day</option>
          <option value="weekly">Once a week</option>
        </select>
      )}
    </Field>
    {frequency === 'weekly' && (
      <Field label="Day" className={pageStyles.half}>
        {(control) => (
          <select {...control} value={days[0]} onChange={({ target }) => onChange({ days: [Number(target.value)] })}>
            {dayNumbers.map((day) => (
              <option key={day} value={day}>
                {weekdayName(day)}
              </option>
            ))}
          </select>
        )}
      </Field>
    )}
    <Field label="Time" help={timeZone} className={pageStyles.half}>
      {(control) => (
        <input {...control} type="time" value={time} onChange={({ target }) => onChange({ time: target.value })} />
      )}
    </Field>
  </div>
);
