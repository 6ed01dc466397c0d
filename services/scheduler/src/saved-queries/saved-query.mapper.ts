import type { QueryVariable } from '@polylogue/api-contract/query-variables';
import {
  contractLimits,
  frequency as frequencyWords,
  type QueryVariable as ProtoVariable,
  report as reportWords,
  Report as ProtoReport,
  type SavedQuery,
  type SavedQueryInput as ProtoInput,
  type Schedule as ProtoSchedule,
} from '@polylogue/proto';
import { variablesOf, type Frequency, type SavedQueryEntity, type SavedQueryInput } from './saved-query.entity.js';
import type { ScheduleInput } from './schedule-issues.rules.js';

export function toProto(query: SavedQueryEntity): SavedQuery {
  return {
    id: query.id,
    title: query.title,
    content: query.content,
    description: query.description ?? undefined,
    aiServices: [...query.aiServices],
    schedule: {
      isScheduled: query.isScheduled,
      frequency: query.frequency === null ? undefined : frequencyWords.fromWord(query.frequency),
      time: query.time ?? undefined,
      days: [...query.days],
      cron: query.cron ?? undefined,
      timeZone: query.timeZone,
    },
    isActive: query.isActive,
    lastRunAt: query.lastRunAt ?? undefined,
    nextRunAt: query.nextRunAt ?? undefined,
    createdAt: query.createdAt,
    updatedAt: query.updatedAt,
    executionsTotal: query.executionsTotal,
    variables: {
      variables: variablesOf(query).map(({ name, default: value }) => ({ name, default: value ?? undefined })),
    },
    report: reportWords.fromWord(query.report),
    watchFocus: query.watchFocus ?? undefined,
    baselineRuns: query.baselineRuns,
    keepsRounds: query.keepsRounds,
    isJudged: query.isJudged,
    rubricId: query.rubricId ?? undefined,
    watchExtractor: query.watchExtractor ?? undefined,
  };
}

export function fromSchedule(schedule: ProtoSchedule | undefined): ScheduleInput {
  return {
    isScheduled: schedule?.isScheduled ?? false,
    frequency: wordOf(schedule),
    time: schedule?.time ?? null,
    days: schedule?.days ?? [],
    cron: schedule?.cron ?? null,
    timeZone: schedule?.timeZone ?? null,
  };
}

/** As it is kept: without a default there is none. */
export const toVariable = ({ name, default: value }: ProtoVariable): QueryVariable =>
  value === undefined ? { name } : { name, default: value };

export function fromInput(input: ProtoInput | undefined): SavedQueryInput {
  return {
    title: input?.title ?? '',
    content: input?.content ?? '',
    description: input?.description ?? null,
    aiServices: input?.aiServices ?? [],
    isActive: input?.isActive ?? true,
    variables: input?.variables?.variables.map(toVariable) ?? [],
    report: input?.report === ProtoReport.CHANGES ? 'changes' : 'everything',
    watchFocus: input?.watchFocus?.trim() || null,
    baselineRuns: input?.baselineRuns ?? contractLimits.watch.baselineRuns.usual,
    keepsRounds: input?.keepsRounds ?? false,
    isJudged: input?.isJudged ?? false,
    rubricId: input?.rubricId?.toLowerCase() || null,
    watchExtractor: input?.watchExtractor || null,
    ...fromSchedule(input?.schedule),
  };
}

/** The fields of `/api`, and what they are called here. */
const fieldOf: Record<string, keyof SavedQueryInput> = {
  title: 'title',
  content: 'content',
  description: 'description',
  selectedAiServices: 'aiServices',
  isScheduled: 'isScheduled',
  scheduleFrequency: 'frequency',
  scheduleTime: 'time',
  scheduleDays: 'days',
  customSchedule: 'cron',
  timeZone: 'timeZone',
  isActive: 'isActive',
  variables: 'variables',
  report: 'report',
  watchFocus: 'watchFocus',
  baselineRuns: 'baselineRuns',
  inHistory: 'keepsRounds',
  judged: 'isJudged',
  rubricId: 'rubricId',
  watchExtractor: 'watchExtractor',
};

/** The change that takes the named fields from the input and leaves the others. */
export function changeOf(input: ProtoInput | undefined, fields: readonly string[]) {
  const given = fromInput(input);
  const names = fields.map((field) => fieldOf[field]).filter((name) => name !== undefined);
  return (before: SavedQueryInput): SavedQueryInput => ({
    ...inputOf(before),
    ...Object.fromEntries(names.map((name) => [name, given[name]])),
  });
}

function inputOf(query: SavedQueryInput): SavedQueryInput {
  const { title, content, description, aiServices, isActive, variables } = query;
  const { isScheduled, frequency, time, days, cron, timeZone } = query;
  const { report, watchFocus, baselineRuns, watchExtractor, keepsRounds, isJudged, rubricId } = query;
  const schedule = { isScheduled, frequency, time, days, cron, timeZone };
  const watch = { report, watchFocus, baselineRuns, watchExtractor };
  const rounds = { keepsRounds, isJudged, rubricId };
  return { title, content, description, aiServices, isActive, variables, ...schedule, ...watch, ...rounds };
}

function wordOf(schedule: ProtoSchedule | undefined): Frequency | null {
  if (schedule?.frequency === undefined) return null;
  try {
    return frequencyWords.toWord(schedule.frequency);
  } catch {
    return null;
  }
}
