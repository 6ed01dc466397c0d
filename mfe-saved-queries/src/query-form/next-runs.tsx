import { scheduleOf, type QueryForm } from './query-form.rules.js';
import { useSchedulePreview } from '../saved-queries.api.js';
import { dayOf, describeSchedule, whenIn } from './schedule-description.rules.js';
import { useSettled } from './use-settled.js';

const waitMs = 200;

/** The answer of the server's own clock to the schedule as it stands, shortly after the last key. */
export function useNextRuns(form: QueryForm, savedQueryId: number | undefined) {
  const body = useSettled({ ...scheduleOf(form), ...(savedQueryId !== undefined && { savedQueryId }) }, waitMs);
  const isOpen = isUntyped(form) || isUntyped(body);
  const preview = useSchedulePreview(body, form.isScheduled && body.isScheduled && !isOpen);
  const { nextRuns = [], issues = [] } = isUntyped(form) ? {} : (preview.data ?? {});
  const faults = Object.fromEntries(issues.map(({ path, message }) => [path, message]));
  // The last answer stands while the next one comes, but not with the times of another zone.
  const isOfZone = preview.data?.timeZone === scheduleOf(form).timeZone;
  return { nextRuns: isOfZone ? nextRuns : [], faults, isLoading: preview.isFetching, isLost: preview.isError };
}

/** Nothing is wrong with an expression before anything of it is typed. */
const isUntyped = ({
  scheduleFrequency,
  customSchedule,
}: {
  scheduleFrequency?: string | null | undefined;
  customSchedule?: string | null | undefined;
}) => scheduleFrequency === 'custom' && (customSchedule ?? '').trim() === '';

interface NextRunsProps {
  form: QueryForm;
  found: ReturnType<typeof useNextRuns>;
}

/** The schedule as a sentence and its next five runs in its time zone. */
export function NextRuns({ form, found }: NextRunsProps) {
  const { nextRuns, faults, isLost } = found;
  const hasFaults = Object.keys(faults).length > 0;
  if (isUntyped(form)) return <p>The next runs stand here once the expression is typed.</p>;
  if (isLost) return <p>The next runs cannot be shown right now; saving will check the schedule.</p>;
  if (hasFaults) return <p>There is no next run until the schedule is put right.</p>;
  if (nextRuns.length === 0) return <p>Looking for the next runs…</p>;
  const sentence = describeSchedule(form, dayOf(nextRuns, form.timeZone || 'UTC'));
  return (
    <>
      {sentence && <p>{sentence}</p>}
      <h3>Next five runs</h3>
      <ol>
        {nextRuns.map((run) => (
          <li key={run}>
            <time dateTime={run}>{whenIn(run, form.timeZone || 'UTC')}</time>
          </li>
        ))}
      </ol>
    </>
  );
}
