import { z } from 'zod';
import { grouped } from './grouped.js';
import { route } from './route.js';
import { aiServiceName, id, time } from './scalars.js';

/** Rubrics of one user and shared ones; criteria of one; characters of its texts. Beside `limits`, which every page loads. */
export const rubricLimits = {
  count: 50,
  criteria: 8,
  name: 80,
  criterionName: 40,
  asks: 500,
  anchor: 500,
  reference: 20_000,
  language: 40,
} as const;

/** How often a judge is asked about one reply; characters that it is sent of its matter. */
export const judgingLimits = {
  repeats: 5,
  minCharacters: 2_000,
  maxCharacters: 2_000_000,
  mostJudges: 24,
  dailyCalls: 1_000_000,
} as const;

/** What names the built-in rubric where a rubric is chosen. */
export const builtInRubric = 'built-in';
export const rubricChoice = z.union([z.literal(builtInRubric), id]);

/** Where the scale of a criterion is described. */
export const rubricAnchors = { low: 20, middle: 50, high: 80 } as const;

const text = (max: number, what: string) =>
  z
    .string(`${what} is missing.`)
    .trim()
    .min(1, `${what} is missing.`)
    .max(max, `${what} has at most ${grouped(max)} characters.`)
    .regex(/^[^\0]*$/, `${what} cannot contain NUL characters.`);
const line = (max: number, what: string) => text(max, what).regex(/^[^\p{Cc}]*$/u, `${what} is one line.`);
const points = (what: string) => {
  const sentence = `${what} is a whole number from 0 to 100.`;
  return z.number(sentence).int(sentence).min(0, sentence).max(100, sentence);
};

export const rubricCriterion = z
  .object({
    name: line(rubricLimits.criterionName, 'The name of a criterion'),
    asks: text(rubricLimits.asks, 'What a criterion asks').meta({ description: 'A question about the reply.' }),
    low: text(rubricLimits.anchor, 'What deserves 20'),
    middle: text(rubricLimits.anchor, 'What deserves 50'),
    high: text(rubricLimits.anchor, 'What deserves 80'),
    weight: points('A weight').meta({ description: 'In relation to the other weights; they need no sum.' }),
    flagBelow: points('A threshold').optional().meta({ description: 'A score below it flags the reply.' }),
  })
  .meta({ id: 'RubricCriterion' });
export type RubricCriterion = z.infer<typeof rubricCriterion>;

export const rubricText = z
  .object({
    name: line(rubricLimits.name, 'The name'),
    criteria: z
      .array(rubricCriterion)
      .min(1, 'A rubric has at least one criterion.')
      .max(rubricLimits.criteria, `A rubric has at most ${rubricLimits.criteria} criteria.`),
    reference: text(rubricLimits.reference, 'The reference answer')
      .optional()
      .meta({ description: 'What a good reply says; judges compare with it.' }),
    language: line(rubricLimits.language, 'The language')
      .optional()
      .meta({ description: 'In which judges write their reasons.' }),
  })
  .meta({ id: 'RubricText' });
export type RubricText = z.infer<typeof rubricText>;

export const rubric = z
  .object({
    id,
    version: z.number().int().meta({ description: 'From 1; saving adds one, and none is ever changed.' }),
    versionId: id.meta({ description: 'What the assessments by it name as their rubric.' }),
    shared: z.boolean(),
    isDefault: z.boolean().meta({ description: 'Whether it is judged by without a choice.' }),
    createdAt: time.meta({ description: 'Of this version.' }),
    text: z.object({
      ...rubricText.shape,
      // Answers are not checked against the limits: these may have been higher when it was stored.
      name: z.string(),
      criteria: z.array(rubricCriterion.extend({ name: z.string(), asks: z.string() })),
    }),
  })
  .meta({ id: 'Rubric' });
export type Rubric = z.infer<typeof rubric>;

const serverOwned = ['id', 'userId', 'version', 'versionId', 'isDefault', 'createdAt'];

export const listRubrics = route({
  method: 'GET',
  path: '/api/rubrics',
  summary: 'The newest version of each rubric of the user, and of those that administrators share.',
  access: 'signed-in',
  answer: z.object({ rubrics: z.array(rubric), builtInIsDefault: z.boolean() }).meta({ id: 'Rubrics' }),
});

export const createRubric = route({
  method: 'POST',
  path: '/api/rubrics',
  summary: 'Keeps a rubric to judge by; only administrators share one.',
  access: 'approved',
  status: 201,
  body: z.object({ text: rubricText, shared: z.boolean().default(false) }).meta({ id: 'CreateRubric' }),
  answer: rubric,
  serverOwned,
});

export const changeRubric = route({
  method: 'PUT',
  path: '/api/rubrics/{id}',
  summary: 'Adds a version to a rubric; what was judged keeps the version it was judged by.',
  access: 'approved',
  body: z.object({ text: rubricText }).meta({ id: 'ChangeRubric' }),
  answer: rubric,
  serverOwned: [...serverOwned, 'shared'],
});

export const removeRubric = route({
  method: 'DELETE',
  path: '/api/rubrics/{id}',
  summary: 'Offers a rubric no longer; what was judged by it stays.',
  access: 'approved',
  status: 204,
});

export const previewRubric = route({
  method: 'POST',
  path: '/api/rubrics/preview',
  summary: 'The prompt that a judge would be sent, with an example for question and reply.',
  access: 'approved',
  body: z.object({ text: rubricText }).meta({ id: 'PreviewRubric' }),
  answer: z.object({ system: z.string(), user: z.string() }).meta({ id: 'RubricPrompt' }),
});

const whole = (min: number, max: number, what: string) => {
  const sentence = `${what} is a whole number from ${grouped(min)} to ${grouped(max)}.`;
  return z.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};
const share = 'The share of messages is a number from 0 to 1.';

export const judgingModes = ['by-cost', 'auto', 'manual', 'off'] as const;
export type JudgingMode = (typeof judgingModes)[number];

const judgingFields = {
  mode: z
    .enum(judgingModes)
    .meta({ description: 'by-cost: auto while every service that may judge is a demo, else manual.' }),
  sampling: z
    .number(share)
    .min(0, share)
    .max(1, share)
    .meta({ description: 'The share of messages that is judged without a request.' }),
  judges: z.array(aiServiceName).max(1_000).meta({ description: 'The services that may judge; empty: all.' }),
  mostJudges: whole(1, judgingLimits.mostJudges, 'The number of judges'),
  repeats: whole(1, judgingLimits.repeats, 'How often a judge is asked').meta({ description: 'The median counts.' }),
  dailyCalls: whole(0, judgingLimits.dailyCalls, 'The limit of calls').meta({
    description: 'Of one user in 24 hours.',
  }),
  maxCharacters: whole(judgingLimits.minCharacters, judgingLimits.maxCharacters, 'The number of characters').meta({
    description: 'Of question, reply, earlier turns and sources together.',
  }),
  defaultRubricId: id.nullable().meta({ description: 'A shared rubric; null: the built-in one.' }),
  defaultExtractor: aiServiceName.nullable().optional().meta({
    description:
      'Who finds the claims of agreement maps and watched runs when a user names nobody; null: a service that did not answer. Absent in what is set: as it was.',
  }),
};

export const judgingSettings = z
  .object({
    ...judgingFields,
    saved: z.boolean().meta({ description: 'Whether an administrator saved them; else the environment decides.' }),
  })
  .meta({ id: 'JudgingSettings' });
export type JudgingSettings = z.infer<typeof judgingSettings>;

export const getJudgingSettings = route({
  method: 'GET',
  path: '/api/admin/judging-settings',
  summary: 'Who judges, when, how often and within which budget.',
  access: 'admin',
  answer: judgingSettings,
});

export const setJudgingSettings = route({
  method: 'PUT',
  path: '/api/admin/judging-settings',
  summary: 'Replaces the settings of judging; every process follows within seconds. Audited.',
  access: 'admin',
  body: z.object(judgingFields).meta({ id: 'SetJudgingSettings' }),
  answer: judgingSettings,
  serverOwned: ['saved'],
});
