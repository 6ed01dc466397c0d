import type { Suite } from '@polylogue/api-contract';
import { useCurrentUser, when } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { ScheduleFields, sentScheduleOf, type ScheduleForm } from '@polylogue/web-kit/schedule';
import { useState } from 'react';
import pageStyles from '../backtests/backtests.module.css';
import { scheduleFormOf, schedulePreviewOf } from './schedule-preview.api.js';
import { useSetSchedule } from './suites.api.js';
import { scheduleText } from './suites.rules.js';

/** When it runs by itself; its owner gets a notice when it gets worse then. */
export function ScheduleCard({ suite }: { suite: Suite }) {
  const { schedule, nextRunAt } = suite;
  const maySpend = useCurrentUser().user?.isApproved ?? false;
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="schedule-title">
      <h2 id="schedule-title">Schedule</h2>
      <p role="status">
        {scheduleText(suite)}
        {nextRunAt && (
          <>
            ; next <time dateTime={nextRunAt}>{when(nextRunAt)}</time>
          </>
        )}
      </p>
      <p className={pageStyles.help}>
        A run by schedule that finds a case worse, or stops before its end, makes a notice. Each run spends up to the
        budget of the suite; while one goes on its next time passes.
      </p>
      {maySpend && (schedule || isOpen) && <Fields suite={suite} onClose={() => setOpen(false)} />}
      {maySpend && !schedule && !isOpen && (
        <div className={pageStyles.row}>
          <Button aria-expanded={false} onClick={() => setOpen(true)}>
            Run on a schedule…
          </Button>
        </div>
      )}
    </section>
  );
}

interface FieldsProps {
  suite: Suite;
  onClose: () => void;
}

function Fields({ suite: { id, schedule }, onClose }: FieldsProps) {
  // What was not touched here follows what is saved on another device.
  const [typed, setTyped] = useState<ScheduleForm>();
  const form = typed ?? scheduleFormOf(schedule);
  const save = useSetSchedule(() => setTyped(undefined));
  const stop = useSetSchedule(onClose);
  const isPending = save.isPending || stop.isPending;
  return (
    <>
      <ScheduleFields
        form={form}
        preview={schedulePreviewOf(id)}
        onChange={(change) => setTyped({ ...form, ...change })}
      />
      <div className={pageStyles.row}>
        <Button
          disabled={isPending}
          onClick={() => save.mutate({ parameters: { id }, body: { schedule: sentScheduleOf(form) } })}
        >
          {schedule ? 'Save schedule' : 'Run by this schedule'}
        </Button>
        {schedule ? (
          <Button disabled={isPending} onClick={() => stop.mutate({ parameters: { id }, body: { schedule: null } })}>
            Stop schedule
          </Button>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
      </div>
    </>
  );
}
