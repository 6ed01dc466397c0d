import { z } from 'zod';
import { limits } from './limits.js';
import { id } from './scalars.js';

/**
 * "Would this model have answered our questions better?": a candidate is sent the exact contexts of one's own past
 * rounds, and a judge that knows neither author compares its reply with the baseline: the pinned reply of the round,
 * else its newest complete one. Units: costs in US dollars, times in milliseconds, shares from 0 to 1.
 */
export const backtestLimits = {
  /** Rounds of one sample. */
  rounds: 100,
  /** One call to the candidate and two to a judge for each round. */
  callsPerRound: 3,
  /** The budget of one backtest, in dollars and in calls. */
  budgetUsd: { min: 0.01, max: 10_000 },
  budgetCalls: { min: 1, max: 300 },
  /** Backtests that are kept for one user. */
  count: 50,
  /** Characters of a name. */
  name: 80,
  /** Cases of one page. */
  page: 50,
  /** Worst losses. */
  worst: 10,
  /** Characters of the question where cases are listed. */
  question: 200,
} as const;

const at = backtestLimits;

export const backtestSource = z.enum(
  ['newest', 'pinned', 'tag', 'suite'],
  'Rounds are the newest, the pinned, those of a tag, or those of a frozen set.',
);
export type BacktestSource = z.infer<typeof backtestSource>;

const roundsSentence = `A sample has 1 to ${at.rounds} rounds.`;
const tagTooLong = `A tag can have at most ${limits.comparison.tagLength} characters.`;

const sampleTag = z.string().trim().min(1, 'Name the tag.').max(limits.comparison.tagLength, tagTooLong).optional();

/** Which rounds are taken: the newest ones of all, of those with a pinned reply, or of the comparisons with a tag; or those of a suite. */
export const backtestSampleInput = z
  .object({
    source: backtestSource,
    tag: sampleTag.meta({ description: 'Exactly where source is tag.' }),
    suiteId: id.optional().meta({
      description:
        'Exactly where source is suite: the frozen set of which each case of a round of one’s own is compared.',
    }),
    count: z
      .number(roundsSentence)
      .int(roundsSentence)
      .min(1, roundsSentence)
      .max(at.rounds, roundsSentence)
      .default(at.rounds)
      .meta({ description: 'At most so many, newest first. Not where source is suite: all of its rounds are taken.' }),
  })
  .refine(({ source, tag }) => (source === 'tag') === (tag !== undefined), {
    path: ['tag'],
    message: 'Name a tag where rounds are those of a tag, and nowhere else.',
  })
  .refine(({ source, suiteId }) => (source === 'suite') === (suiteId !== undefined), {
    path: ['suiteId'],
    message: 'Name a frozen set where rounds are those of a frozen set, and nowhere else.',
  })
  .refine(({ source, count }) => source !== 'suite' || count === at.rounds, {
    path: ['count'],
    message: 'All rounds of a frozen set are taken: say no number of them.',
  })
  .meta({ id: 'BacktestSampleInput' });

/** A sample as it was when its backtest began. */
export const backtestSample = z
  .object({
    // A reader of the version before knows no other.
    source: backtestSource
      .exclude(['suite'])
      .meta({ description: 'Where suite is not null it says nothing: go by that.' }),
    tag: sampleTag,
    count: z.number().int().meta({ description: 'At most so many; of a suite its cases.' }),
    suite: z.object({ id, name: z.string() }).nullable().default(null).meta({
      description: 'The frozen set, by the name it had then, also where it was deleted since; null for other samples.',
    }),
  })
  .meta({ id: 'BacktestSample' });
export type BacktestSample = z.infer<typeof backtestSample>;
