import { limits } from '@polylogue/api-contract';
import type {
  AiServiceLabel,
  BodyOf,
  Execution,
  ExecutionResult,
  QueryVariable,
  SavedQuery,
  ScheduleFrequency,
  updateSavedQuery,
} from '@polylogue/api-contract';
import {
  executionStatus,
  frequency,
  report as reportWords,
  runRoundState,
  triggerType,
  type Execution as ProtoExecution,
  type ExecutionResult as ProtoResult,
  type RunRound,
  type SavedQuery as ProtoQuery,
  type SavedQueryInput,
  type Schedule,
} from '@polylogue/proto';
import { toGeneration } from '../messages/generation.mapper.js';
import { toCost, toMedia, toUsage } from '../messages/messages.mapper.js';
import { toTime } from '../http/to-time.js';
import { toReport, type LabelOf } from './watch.mapper.js';

type Change = BodyOf<typeof updateSavedQuery>;

interface ScheduleFields {
  isScheduled?: boolean | undefined;
  scheduleFrequency?: ScheduleFrequency | null | undefined;
  scheduleTime?: string | null | undefined;
  scheduleDays?: number[] | null | undefined;
  customSchedule?: string | null | undefined;
  timeZone?: string | null | undefined;
}

/** Which fields a change names: absent ones stay. */
export const fieldsOf = (body: Change): string[] =>
  Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));

export function toInput(body: Change): SavedQueryInput {
  return {
    title: body.title,
    content: body.content,
    description: body.description ?? undefined,
    aiServices: body.selectedAiServices ?? [],
    schedule: toSchedule(body),
    isActive: body.isActive,
    variables: body.variables && { variables: body.variables.map(toVariable) },
    report: body.report ? reportWords.fromWord(body.report) : undefined,
    watchFocus: body.watchFocus ?? undefined,
    baselineRuns: body.baselineRuns ?? undefined,
    keepsRounds: body.inHistory,
    isJudged: body.judged,
    rubricId: body.rubricId ?? undefined,
    watchExtractor: body.watchExtractor ?? undefined,
  };
}

/** Null and absent are the same: no default. */
export const toVariable = ({ name, default: value }: QueryVariable) => ({ name, default: value ?? undefined });

export function toSchedule(fields: ScheduleFields): Schedule {
  return {
    isScheduled: fields.isScheduled ?? false,
    frequency: fields.scheduleFrequency ? frequency.fromWord(fields.scheduleFrequency) : undefined,
    time: fields.scheduleTime ?? undefined,
    days: fields.scheduleDays ?? [],
    cron: fields.customSchedule ?? undefined,
    timeZone: fields.timeZone ?? undefined,
  };
}

export function toSavedQuery(query: ProtoQuery): SavedQuery {
  const schedule = query.schedule;
  return {
    id: query.id,
    title: query.title,
    content: query.content,
    description: query.description ?? null,
    selectedAiServices: query.aiServices,
    isScheduled: schedule?.isScheduled ?? false,
    scheduleFrequency: schedule?.frequency === undefined ? null : frequency.toWord(schedule.frequency),
    scheduleTime: schedule?.time ?? null,
    scheduleDays: schedule?.days.length ? schedule.days : null,
    customSchedule: schedule?.cron ?? null,
    timeZone: schedule?.timeZone ?? 'UTC',
    isActive: query.isActive,
    lastRunAt: query.lastRunAt?.toISOString() ?? null,
    nextRunAt: query.nextRunAt?.toISOString() ?? null,
    createdAt: toTime(query.createdAt),
    updatedAt: toTime(query.updatedAt),
    executionsTotal: query.executionsTotal,
    variables: query.variables?.variables.map(({ name, default: value }) => ({ name, default: value ?? null })),
    report: query.report === undefined ? 'everything' : reportWords.toWord(query.report),
    watchFocus: query.watchFocus ?? null,
    baselineRuns: query.baselineRuns ?? limits.watch.baselineRuns.usual,
    inHistory: query.keepsRounds ?? false,
    judged: query.isJudged ?? false,
    rubricId: query.rubricId ?? null,
    watchExtractor: query.watchExtractor ?? null,
  };
}

export function toExecution(execution: ProtoExecution, labelOf: LabelOf): Execution {
  return {
    id: execution.id,
    status: executionStatus.toWord(execution.status),
    executedAt: toTime(execution.executedAt),
    triggerType: triggerType.toWord(execution.triggerType),
    successfulResponses: execution.successfulResponses,
    totalResponses: execution.totalResponses,
    errorMessage: execution.errorMessage ?? null,
    number: execution.number,
    sentText: execution.sentText,
    results: [],
    report: execution.report && toReport(execution.report, labelOf),
    round: execution.round && toRound(execution.round),
  };
}

const roundStates = { owed: 'waiting', kept: 'kept', removed: 'deleted', refused: 'refused' } as const;

const toRound = ({ broadcastId, state, isJudged: judged, error, note }: RunRound) => ({
  broadcastId,
  state: roundStates[runRoundState.toWord(state)],
  judged,
  error,
  note,
});

export function toResult(result: ProtoResult, aiService: AiServiceLabel): ExecutionResult {
  return {
    id: result.id,
    aiService,
    responseTime: result.responseTimeMs,
    tokens: result.tokens,
    cost: toCost(result.cost),
    usage: toUsage(result.usage),
    generation: toGeneration(result.generation),
    response: result.response,
    media: toMedia(result.media),
    createdAt: toTime(result.createdAt),
    error: result.error,
  };
}
