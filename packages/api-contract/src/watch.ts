import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { limits } from './limits.js';
import { cost } from './costs.js';
import { route } from './route.js';
import { aiServiceName, time } from './scalars.js';

const { focus, baselineRuns } = limits.watch;
const aCount = `The first run can ask each service ${baselineRuns.min} to ${baselineRuns.max} times.`;

/** What a run is reported by: all of it, or what changed. */
export const reportMode = z.enum(['everything', 'changes']);
export type ReportMode = z.infer<typeof reportMode>;

/** How a saved query is watched; absent fields have the usual values. */
export const watchFields = {
  report: reportMode.nullable().optional().meta({ description: 'everything when absent.' }),
  watchFocus: z
    .string()
    .max(focus, `What counts can have at most ${focus} characters.`)
    .nullable()
    .optional()
    .meta({ description: 'What of the answers counts; every claim when absent.' }),
  baselineRuns: z
    .number(aCount)
    .int(aCount)
    .min(baselineRuns.min, aCount)
    .max(baselineRuns.max, aCount)
    .nullable()
    .optional()
    .meta({ description: `How often the first watched run asks each service; ${baselineRuns.usual} when absent.` }),
  watchExtractor: aiServiceName.nullable().optional().meta({
    description:
      'The AI service that reads what the answers claim, and no other; when absent, one that wrote none of them, where there is one. After a change the next run is a first run again.',
  }),
};

/** `changed` is a kind that came with a later version: its sentence says what it is. */
export const changeKind = z.enum([
  'new',
  'dropped',
  'reversed',
  'number_changed',
  'source_new',
  'source_dropped',
  'refused',
  'answers_again',
  'error',
  'slower',
  'dearer',
  'not_compared',
  'score_moved',
  'changed',
]);

export const runChange = z
  .object({
    aiService: aiServiceLabel,
    kind: changeKind.catch('changed').meta({ description: 'changed: one that this version does not know.' }),
    sentence: z.string(),
    before: z.string().optional().meta({ description: 'A passage of the answer that was reported last.' }),
    now: z.string().optional().meta({ description: 'A passage of an answer of this run.' }),
  })
  .meta({ id: 'RunChange' });
export type RunChange = z.infer<typeof runChange>;

export const runReport = z
  .object({
    changedServices: z.number().int(),
    totalServices: z.number().int(),
    baseline: z.boolean().meta({ description: 'Its answers are what later ones are compared with.' }),
    changes: z.array(runChange),
    error: z.string().optional().meta({ description: 'Why the answers could not be compared.' }),
    furtherAnswers: z.number().int(),
    cost: cost.optional().meta({ description: 'Of the further answers, and of reading all of them.' }),
  })
  .meta({ id: 'RunReport' });
export type RunReport = z.infer<typeof runReport>;

export const timelineStance = z.enum(['says', 'contradicts', 'silent']);

export const timeline = z
  .object({
    runs: z.array(
      z.object({
        executionId: z.number().int(),
        executedAt: time,
        baseline: z.boolean(),
        changedServices: z.number().int(),
      }),
    ),
    aiServices: z.array(aiServiceLabel),
    claims: z.array(
      z.object({
        id: z.number().int(),
        text: z.string(),
        cells: z.array(
          z.object({
            executionId: z.number().int(),
            aiService: z.string(),
            stance: timelineStance,
            changed: z.boolean(),
            quote: z.string().optional(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'Timeline' });
export type Timeline = z.infer<typeof timeline>;

export const getTimeline = route({
  method: 'GET',
  path: '/api/saved-queries/{id}/timeline',
  summary: 'What each service said of each claim of a watched query, in its newest 30 watched runs, oldest first.',
  access: 'signed-in',
  answer: timeline,
});
