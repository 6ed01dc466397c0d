import {
  limits,
  savedQueryBody,
  variableIssues,
  type AiService,
  type ReportMode,
  type SavedQuery,
  type SavedQueryBody,
} from '@polylogue/api-contract';
import { emptySchedule, sentScheduleOf, usualTime, type ScheduleForm } from '@polylogue/web-kit/schedule';

export interface QueryForm {
  title: string;
  description: string;
  content: string;
  variables: { name: string; default: string | null }[];
  selectedAiServices: string[];
  isScheduled: boolean;
  schedule: ScheduleForm;
  report: ReportMode;
  watchFocus: string;
  baselineRuns: number;
  /** Each run becomes a comparison in History. */
  inHistory: boolean;
  /** Whose replies are judged there. */
  judged: boolean;
  /** By which rubric; empty: the default of the installation. */
  rubricId: string;
  /** Empty: a service that did not answer. */
  watchExtractor: string;
  /** The form has no control for it. */
  isActive: boolean;
}

export const emptyForm = (timeZone: string): QueryForm => ({
  title: '',
  description: '',
  content: '',
  variables: [],
  selectedAiServices: [],
  isScheduled: false,
  isActive: true,
  schedule: emptySchedule(timeZone),
  report: 'everything',
  watchFocus: '',
  baselineRuns: limits.watch.baselineRuns.usual,
  inHistory: false,
  judged: false,
  rubricId: '',
  watchExtractor: '',
});

export const formOf = (query: SavedQuery): QueryForm => ({
  title: query.title,
  description: query.description ?? '',
  content: query.content,
  variables: (query.variables ?? []).map(({ name, default: value }) => ({ name, default: value ?? null })),
  selectedAiServices: query.selectedAiServices,
  isScheduled: query.isScheduled,
  schedule: {
    frequency: query.scheduleFrequency ?? 'daily',
    time: query.scheduleTime ?? usualTime,
    days: query.scheduleDays ?? [],
    cron: query.customSchedule ?? '',
    timeZone: query.timeZone,
  },
  isActive: query.isActive,
  report: query.report ?? 'everything',
  watchFocus: query.watchFocus ?? '',
  baselineRuns: query.baselineRuns ?? limits.watch.baselineRuns.usual,
  inHistory: query.inHistory ?? false,
  judged: query.judged ?? false,
  rubricId: query.rubricId ?? '',
  watchExtractor: query.watchExtractor ?? '',
});

/** What of the schedule is sent. */
export function scheduleOf({ isScheduled, schedule }: Pick<QueryForm, 'isScheduled' | 'schedule'>) {
  const { frequency, time, days, cron, timeZone } = sentScheduleOf(schedule);
  return {
    isScheduled,
    scheduleFrequency: isScheduled ? frequency : null,
    scheduleTime: isScheduled ? time : null,
    scheduleDays: isScheduled ? days : null,
    customSchedule: isScheduled ? cron : null,
    timeZone,
  };
}

/** How the query is watched. What counts is kept while it is not. */
const watchOf = ({ report, watchFocus, baselineRuns, watchExtractor }: QueryForm) => ({
  report,
  watchFocus: watchFocus.trim() || null,
  baselineRuns,
  watchExtractor: watchExtractor || null,
});

export const bodyOf = (form: QueryForm): SavedQueryBody => ({
  title: form.title,
  content: form.content,
  variables: form.variables,
  description: form.description.trim() === '' ? null : form.description,
  selectedAiServices: form.selectedAiServices,
  isActive: form.isActive,
  inHistory: form.inHistory,
  judged: form.judged,
  rubricId: form.rubricId || null,
  ...watchOf(form),
  ...scheduleOf(form),
});

/** The sentence for each field that is wrong, by name. */
export function faultsOf(form: QueryForm): Partial<Record<string, string>> {
  const parsed = savedQueryBody.safeParse(bodyOf(form));
  const { content, variables, isScheduled } = form;
  // The first that is wrong in a field is said; one thing is put right at a time.
  const issues = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ path: String(path[0]), message })),
    ...variableIssues(content, variables, isScheduled),
  ];
  return Object.fromEntries(issues.reverse().map(({ path, message }) => [path, message]));
}

/** Said at once, as the services are known: what makes no text cannot be compared. */
export function unwatchedFault(
  { report, selectedAiServices }: Pick<QueryForm, 'report' | 'selectedAiServices'>,
  services: readonly Pick<AiService, 'name' | 'displayName' | 'category'>[],
): string | undefined {
  if (report !== 'changes') return undefined;
  const textless = services.filter(({ name, category }) => category !== 'text' && selectedAiServices.includes(name));
  if (textless.length === 0) return undefined;
  const names = textless.map(({ displayName }) => displayName).join(', ');
  return `Only changes can be reported of text: take out ${names}, or report everything.`;
}

export const toggled = <T>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
