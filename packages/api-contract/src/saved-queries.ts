import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { cost, usage } from './costs.js';
import { issue } from './errors.js';
import { generation } from './generations.js';
import { limits, messageTooLong } from './limits.js';
import { media } from './media.js';
import { variableNameSentence, variableNameShape } from './query-variables.rules.js';
import { route } from './route.js';
import { rubricChoice } from './rubrics.js';
import { aiServiceName, id, time } from './scalars.js';
import { scheduleFrequency, scheduleParts, schedulePreview } from './schedules.js';
import { reportMode, runReport, watchFields } from './watch.js';

/** Saved queries, executions and results are numbered. */
export const numericId = z.number().int().positive();

const textUpTo = (max: number, what: string) => z.string().max(max, `${what} can have at most ${max} characters.`);

const required = (max: number, what: string, missing: string) =>
  textUpTo(max, what).refine((text) => text.trim() !== '', missing);

const fields = {
  title: required(limits.savedQuery.title, 'A title', 'Title is required').transform((text) => text.trim()),
  content: required(limits.messageLength, 'A query', 'Query content is required'),
  description: textUpTo(limits.savedQuery.description, 'A description').nullable().optional(),
  selectedAiServices: z
    .array(aiServiceName)
    .min(1, 'Select at least one AI service')
    .max(limits.targets, `A query can go to at most ${limits.targets} AI services.`)
    .refine((names) => new Set(names).size === names.length, 'Each AI service can be named only once.'),
};

const scheduleFields = {
  isScheduled: z.boolean().optional(),
  scheduleFrequency: scheduleFrequency.nullable().optional(),
  scheduleTime: scheduleParts.time,
  scheduleDays: scheduleParts.days,
  customSchedule: scheduleParts.cron,
  timeZone: scheduleParts.timeZone,
};

const { variables: maxVariables, nameLength, valueLength } = limits.webhook;

const queryVariable = z
  .object({
    name: z.string().max(nameLength, variableNameSentence),
    default: z
      .string()
      .max(valueLength, `A value can have at most ${valueLength} characters.`)
      .nullable()
      .optional()
      .meta({ description: 'What stands for it where a run gives no value; absent: each run must give one.' }),
  })
  .meta({ id: 'QueryVariable' });

/** The names that a query declares for its own. */
const variables = z
  .array(queryVariable)
  .max(maxVariables, `There can be at most ${maxVariables} variables.`)
  .optional()
  .meta({
    description:
      'What {{name}} stands for in the content. date, time, weekday, last_run and last_report are known without it; any other name must be here.',
  });

/** What a run gives for the names of a query. */
export const givenVariables = z
  .record(
    z.string(),
    z.string('A variable is a text.').max(valueLength, `A variable can have at most ${valueLength} characters.`),
  )
  .refine((given) => Object.keys(given).every((name) => variableNameShape.test(name)), variableNameSentence)
  .refine((given) => Object.keys(given).length <= maxVariables, `There can be at most ${maxVariables} variables.`);

/** What becomes of the runs of a query. */
const roundFields = {
  inHistory: z.boolean().optional().meta({ description: 'Each run becomes a comparison of its own in History.' }),
  judged: z
    .boolean()
    .optional()
    .meta({ description: 'The replies of each run are judged as if its owner asked for it. Only with inHistory.' }),
  rubricId: rubricChoice
    .nullable()
    .optional()
    .meta({ description: 'What they are judged by; null: the default of the installation.' }),
};

/** Validates the form while the user types; the schedule's own rules are the server's. */
export const savedQueryBody = z
  .object({
    ...fields,
    variables,
    ...scheduleFields,
    ...watchFields,
    ...roundFields,
    isActive: z.boolean().optional(),
  })
  .meta({ id: 'SavedQueryInput' });
export type SavedQueryBody = z.input<typeof savedQueryBody>;

export const savedQuery = z
  .object({
    id: numericId,
    title: z.string(),
    content: z.string(),
    description: z.string().nullable(),
    selectedAiServices: z.array(z.string()),
    isScheduled: z.boolean(),
    scheduleFrequency: scheduleFrequency.nullable(),
    scheduleTime: z.string().nullable(),
    scheduleDays: z.array(z.number()).nullable(),
    customSchedule: z.string().nullable(),
    timeZone: z.string(),
    isActive: z.boolean(),
    lastRunAt: time.nullable(),
    nextRunAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    executionsTotal: z.number().int(),
    variables: z
      .array(queryVariable)
      .optional()
      .meta({ description: 'Of a query saved before they were declared: each name in it.' }),
    report: reportMode.optional().meta({ description: 'changes: the query is watched.' }),
    watchFocus: z.string().nullable().optional(),
    baselineRuns: z.number().int().optional(),
    inHistory: z.boolean().optional(),
    judged: z.boolean().optional(),
    rubricId: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Also of a rubric that is gone: runs are then judged by the default, and say so.' }),
    watchExtractor: z.string().nullable().optional(),
  })
  .meta({ id: 'SavedQuery' });
export type SavedQuery = z.infer<typeof savedQuery>;

export const executionResult = z
  .object({
    id: numericId,
    aiService: aiServiceLabel,
    responseTime: z.number().meta({ description: 'Milliseconds.' }),
    tokens: z.number().int().optional(),
    cost: cost.optional(),
    usage: usage.optional(),
    generation: generation.optional(),
    response: z.string(),
    media: z.array(media).optional().meta({ description: 'What the service made that is no text.' }),
    score: z
      .number()
      .optional()
      .meta({ description: 'The mean of its verdicts, from 0 to 100; absent while there is none.' }),
    createdAt: time,
    error: z.string().optional().meta({ description: 'A sentence; never part of the response.' }),
  })
  .meta({ id: 'ExecutionResult' });
export type ExecutionResult = z.infer<typeof executionResult>;

/** The comparison that a run is in History. */
const runRound = z
  .object({
    broadcastId: id.meta({ description: 'Also that of the comparison.' }),
    state: z.enum(['waiting', 'kept', 'deleted', 'refused']).catch('waiting').meta({
      description: 'waiting: it will be kept soon. deleted: from History, while the run stays.',
    }),
    judged: z.boolean(),
    error: z.string().optional().meta({ description: 'Why it was not kept, or not judged.' }),
    note: z.string().optional().meta({ description: 'How it is judged otherwise than the query wants.' }),
  })
  .meta({ id: 'RunRound' });

export const execution = z
  .object({
    id: numericId,
    number: z.number().int().optional().meta({ description: 'Of the runs of this query: 1, 2, 3 …' }),
    status: z.enum(['pending', 'running', 'completed', 'failed']),
    executedAt: time,
    triggerType: z.enum(['manual', 'scheduled']),
    successfulResponses: z.number().int(),
    totalResponses: z.number().int(),
    errorMessage: z.string().nullable(),
    sentText: z.string().optional().meta({ description: 'What was sent, where that is not the content as it stands.' }),
    results: z.array(executionResult),
    report: runReport.optional().meta({ description: 'Of a watched run that was compared.' }),
    round: runRound.optional().meta({ description: 'Of a run that is kept in History, once it has ended.' }),
  })
  .meta({ id: 'Execution' });
export type Execution = z.infer<typeof execution>;

export const savedQueryDetails = savedQuery.extend({ executions: z.array(execution) }).meta({
  id: 'SavedQueryDetails',
});
export type SavedQueryDetails = z.infer<typeof savedQueryDetails>;

// Set by the server only, on every call that writes a query.
const serverOwned = ['id', 'userId', 'nextRunAt', 'lastRunAt', 'createdAt', 'updatedAt', 'executions'] as const;

export const listSavedQueries = route({
  method: 'GET',
  path: '/api/saved-queries',
  summary: 'The saved queries, newest first, without their executions.',
  access: 'signed-in',
  answer: z.array(savedQuery),
});

export const getSavedQuery = route({
  method: 'GET',
  path: '/api/saved-queries/{id}',
  summary: 'One saved query with its latest executions, newest first; executionsBefore asks for earlier ones.',
  access: 'signed-in',
  query: z.object({
    executionsBefore: z.coerce
      .number('executionsBefore must be a number.')
      .int('executionsBefore must be a whole number.')
      .min(1, 'executionsBefore starts at 1.')
      .max(Number.MAX_SAFE_INTEGER)
      .optional(),
  }),
  answer: savedQueryDetails,
});

export const createSavedQuery = route({
  method: 'POST',
  path: '/api/saved-queries',
  summary: 'Saves a query, with or without a schedule.',
  access: 'approved',
  keyScope: 'schedules',
  body: savedQueryBody,
  answer: savedQuery,
  status: 201,
  idempotent: true,
  serverOwned,
});

export const updateSavedQuery = route({
  method: 'PUT',
  path: '/api/saved-queries/{id}',
  summary: 'Changes what is given; null clears. Pause and Resume send isActive alone.',
  access: 'approved',
  keyScope: 'schedules',
  body: z
    .object({ ...fields, variables, ...scheduleFields, ...watchFields, ...roundFields, isActive: z.boolean() })
    .partial()
    .meta({ id: 'SavedQueryChange' }),
  answer: savedQuery,
  serverOwned,
});

export const deleteSavedQuery = route({
  method: 'DELETE',
  path: '/api/saved-queries/{id}',
  summary: 'Deletes a query with its executions; a run in flight is cancelled.',
  access: 'signed-in',
  keyScope: 'schedules',
  status: 204,
});

export const executeSavedQuery = route({
  method: 'POST',
  path: '/api/saved-queries/{id}/execute',
  summary:
    'Runs a query now; while it runs, answers the execution that does. With variables while it runs: 409, as that run asks something else.',
  access: 'approved',
  keyScope: 'schedules',
  body: z
    .object({
      variables: givenVariables
        .optional()
        .meta({ description: 'What stands for {{name}} in this run, in place of its default.' }),
    })
    .meta({ id: 'ExecuteSavedQuery' }),
  answer: z.object({ executionId: numericId }),
  status: 202,
  idempotent: true,
});

export const previewSchedule = route({
  method: 'POST',
  path: '/api/saved-queries/preview',
  summary: 'When a schedule would fire next, or why it cannot be saved; stores nothing.',
  access: 'approved',
  keyScope: 'schedules',
  body: z
    .object({
      ...scheduleFields,
      savedQueryId: numericId.optional().meta({ description: 'The query being edited: its monthly day stays.' }),
    })
    .meta({ id: 'SchedulePreview' }),
  answer: schedulePreview,
});

export const previewQueryText = route({
  method: 'POST',
  path: '/api/saved-queries/preview-text',
  summary: 'A text with its variables as it would be sent now, or why it would not; stores and sends nothing.',
  access: 'approved',
  keyScope: 'schedules',
  body: z
    .object({
      content: z.string().max(limits.messageLength, messageTooLong),
      variables: z.array(queryVariable).max(maxVariables).optional(),
      values: givenVariables.optional(),
      timeZone: z.string().max(100).nullable().optional().meta({ description: 'IANA name; UTC when absent.' }),
      savedQueryId: numericId.optional().meta({ description: 'Whose last run last_run and last_report mean.' }),
    })
    .meta({ id: 'QueryTextPreview' }),
  answer: z.object({
    text: z.string().optional().meta({ description: 'Absent where it would not be sent.' }),
    issues: z.array(issue),
  }),
});
