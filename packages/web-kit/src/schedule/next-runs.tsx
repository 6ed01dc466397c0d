import type { Issue } from '@polylogue/api-contract';
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import { useSettled } from '../components/use-settled.js';
import { dayOf, describeSchedule, whenIn } from './schedule-description.rules.js';
import { isUntyped, type ScheduleFaults, type ScheduleForm } from './schedule-form.rules.js';

const waitMs = 200;

/** How a screen asks its server when a schedule would fire next, or why it cannot be saved. */
export interface SchedulePreview {
  /** Of the cache; what is typed is added to it. */
  key: QueryKey;
  isWanted: boolean;
  ask: (form: ScheduleForm, signal: AbortSignal) => Promise<{ nextRuns: string[]; issues: Issue[] }>;
  /** Which field the path of an issue means. */
  fieldOf: Readonly<Record<string, keyof ScheduleForm>>;
}

/** What the server says of a schedule. */
export interface NextRunsFound {
  /** Of which it says so; undefined while there is no answer. */
  form: ScheduleForm | undefined;
  nextRuns: readonly string[];
  faults: ScheduleFaults;
  /** Whether the answer to the schedule as it stands is still to come. */
  isFormer: boolean;
  isLost: boolean;
}

/** The answer of the server's own clock to the schedule as it stands, shortly after the last key. */
export function useNextRuns(form: ScheduleForm, { key, isWanted, ask, fieldOf }: SchedulePreview): NextRunsFound {
  const settled = useSettled(form, waitMs);
  const preview = useQuery({
    queryKey: [...key, settled],
    queryFn: async ({ signal }) => ({ ...(await ask(settled, signal)), form: settled }),
    enabled: isWanted && !isUntyped(form) && !isUntyped(settled),
    // The last answer stands while the next one comes.
    placeholderData: keepPreviousData,
    // Its times pass.
    staleTime: 30_000,
  });
  const isTyped = !isUntyped(form);
  const { form: answered, nextRuns = [], issues = [] } = (isTyped && preview.data) || {};
  return {
    form: answered,
    nextRuns,
    faults: faultsBy(issues, fieldOf),
    isFormer: isTyped && !preview.isError && JSON.stringify(answered) !== JSON.stringify(form),
    isLost: preview.isError,
  };
}

/** What is wrong, by field. */
export const faultsBy = (issues: readonly Issue[], fieldOf: SchedulePreview['fieldOf']): ScheduleFaults =>
  Object.fromEntries(issues.flatMap(({ path, message }) => (fieldOf[path] ? [[fieldOf[path], message]] : [])));

interface NextRunsProps {
  form: ScheduleForm;
  found: NextRunsFound;
}

/** The schedule as a sentence and its next five runs in its time zone: both of one answer, so that they fit each other. */
export function NextRuns({ form, found }: NextRunsProps) {
  const { form: answered, nextRuns, faults, isLost } = found;
  const hasFaults = Object.keys(faults).length > 0;
  if (isUntyped(form)) return <p>The next runs stand here once the expression is typed.</p>;
  if (isLost) return <p>The next runs cannot be shown right now; saving will check the schedule.</p>;
  if (hasFaults) return <p>There is no next run until the schedule is put right.</p>;
  if (!answered || nextRuns.length === 0) return <p>Looking for the next runs…</p>;
  const timeZone = answered.timeZone || 'UTC';
  const sentence = describeSchedule(answered, dayOf(nextRuns, timeZone));
  return (
    <>
      {sentence && <p>{sentence}</p>}
      <h3>Next five runs</h3>
      <ol>
        {nextRuns.map((run) => (
          <li key={run}>
            <time dateTime={run}>{whenIn(run, timeZone)}</time>
          </li>
        ))}
      </ol>
    </>
  );
}
