import type {
  ScheduleFrequency,
  Suite,
  SuiteAssertion,
  SuiteAssertionKind,
  SuiteOutcome,
  SuiteRun,
} from '@polylogue/api-contract';
import { money, paths, type BadgeTone } from '@polylogue/web-kit';
import { counted } from '@polylogue/web-kit/estimate';

const root = `${paths.qualityAssessment.href()}/suites`;

/** The addresses of these screens. */
export const suitePaths = {
  list: root,
  create: `${root}/new`,
  of: (id: string) => `${root}/${id}`,
  assertions: (id: string) => `${root}/${id}/assertions`,
};

export const kindLabels: Readonly<Record<SuiteAssertionKind, string>> = {
  contains: 'Contains',
  equals: 'Equals',
  matches: 'Matches a pattern',
  json: 'Is JSON',
  length: 'Length in characters',
  cost: 'Costs at most',
  response_time: 'Takes at most',
  judged: 'Judged at least',
};

export const outcomeWords: Readonly<Record<SuiteOutcome, { label: string; tone: BadgeTone }>> = {
  passed: { label: 'Passed', tone: 'ok' },
  failed: { label: 'Failed', tone: 'error' },
  undecided: { label: 'No verdict', tone: 'warn' },
  pending: { label: 'Not asked yet', tone: 'neutral' },
};

/** `Does not contain “Rome”`. */
export function assertionText(assertion: SuiteAssertion): string {
  const { kind, not, ignoreCase, text = '', min, max, within } = assertion;
  const quoted = `“${text}”${ignoreCase ? ', whatever the case' : ''}`;
  const texts: Record<SuiteAssertionKind, () => string> = {
    contains: () => `${not ? 'Does not contain' : 'Contains'} ${quoted}`,
    equals: () => `${not ? 'Does not equal' : 'Equals'} ${quoted}`,
    matches: () => `${not ? 'Does not match' : 'Matches'} /${text}/${ignoreCase ? 'i' : ''}`,
    json: () => `${within ? 'Contains' : 'Is'} JSON${text === '' ? '' : ' that follows the schema'}`,
    length: () => lengthText(min, max),
    cost: () => `Costs at most ${money(max ?? 0)}`,
    response_time: () => `Takes at most ${max ?? 0} ms`,
    judged: () => `Judged at least ${min ?? 0}: ${text}`,
  };
  return texts[kind]();
}

function lengthText(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `Has at most ${counted(max ?? 0, 'character')}`;
  return max === undefined ? `Has at least ${counted(min, 'character')}` : `Has ${min} to ${max} characters`;
}

/** How a run ended, or how far it is, in a word. */
export function runWord(run: SuiteRun): { label: string; tone: BadgeTone } {
  if (run.status === 'running') return { label: 'Running', tone: 'brand' };
  if (run.worse.length > 0) return { label: 'Worse', tone: 'error' };
  if (run.status === 'stopped') return { label: 'Stopped', tone: 'warn' };
  if (run.status === 'cancelled') return { label: 'Cancelled', tone: 'neutral' };
  if (run.failed > 0) return { label: `${run.failed} failed`, tone: 'error' };
  return run.undecided > 0 ? { label: 'Undecided', tone: 'warn' } : { label: 'All passed', tone: 'ok' };
}

/** `8 of 10 passed, 1 without a verdict`. */
export function runText({ passed, cases, undecided, unsteady }: SuiteRun): string {
  const without = undecided > 0 ? `, ${undecided} without a verdict` : '';
  const second = unsteady > 0 ? `, ${unsteady} only when asked again` : '';
  return `${passed} of ${cases} passed${second}${without}`;
}

/** Whether they are the same service with the same settings. */
export const isSameCandidate = (one: SuiteRun['candidate'], other: SuiteRun['candidate']): boolean =>
  one.aiService.name === other.aiService.name && settingsKey(one) === settingsKey(other);

const settingsKey = ({ settings }: SuiteRun['candidate']) => JSON.stringify(Object.entries(settings).sort());

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export function scheduleText({ schedule }: Pick<Suite, 'schedule'>): string {
  if (!schedule) return 'By hand';
  const { frequency, days, time, cron, monthDay, timeZone } = schedule;
  const texts: Record<ScheduleFrequency, () => string> = {
    daily: () => `Every day at ${time}`,
    weekly: () => `Every ${days.map((day) => weekdays[day]).join(', ')} at ${time}`,
    monthly: () => `Every month on ${monthDayText(monthDay)} at ${time}`,
    custom: () => `Cron ${cron}`,
  };
  return `${texts[frequency]()} (${timeZone})`;
}

function monthDayText(monthDay: number | null): string {
  if (monthDay === 31) return 'its last day';
  const shorter = monthDay !== null && monthDay > 28 ? ' (its last day when it is shorter)' : '';
  return `day ${monthDay}${shorter}`;
}

export const casesText = (cases: number): string => counted(cases, 'case');
