import { contractLimits, type BacktestBudget, type CreateBacktestRequest } from '@polylogue/proto';
import { contractSentences, idempotencyKeyShape } from '@polylogue/proto';
import type { Issue } from '@polylogue/service-kit';
import { z } from 'zod';

/** Those of `/api`, as far as they are held here. */
export const backtestLimits = {
  rounds: 100,
  budgetUsd: { min: 0.01, max: 10_000 },
  budgetCalls: { min: 1, max: 300 },
  count: 50,
  name: 80,
  page: 50,
  worst: 10,
} as const;

const at = backtestLimits;
const { answerPreset: preset } = contractLimits;
const usd = `A budget is from ${at.budgetUsd.min} to ${at.budgetUsd.max.toLocaleString('en-US')} dollars.`;
const calls = `A budget is from ${at.budgetCalls.min} to ${at.budgetCalls.max} calls.`;
const rounds = `A sample has 1 to ${at.rounds} rounds.`;
const warmth = 'The temperature must be between 0 and 2.';
const tokens = `The longest answer must be between 1 and ${preset.maxOutputTokens} tokens.`;
const plain = /^[^\0]*$/;

const budget = z.object({
  usd: z.number(usd).min(at.budgetUsd.min, usd).max(at.budgetUsd.max, usd).optional(),
  calls: z.number(calls).int(calls).min(at.budgetCalls.min, calls).max(at.budgetCalls.max, calls),
});

/** Who answers, and with which settings. */
export const candidateShape = z.object(
  {
    aiService: z.string(),
    settings: z
      .object({
        systemPrompt: z
          .string()
          .regex(plain, 'The instructions cannot contain NUL characters.')
          .max(preset.systemPrompt, `The instructions can have at most ${preset.systemPrompt} characters.`)
          .optional(),
        temperature: z.number(warmth).min(0, warmth).max(2, warmth).optional(),
        reasoningEffort: z
          .enum(['low', 'medium', 'high'], 'The reasoning effort must be low, medium or high.')
          .optional(),
        maxOutputTokens: z.number(tokens).int(tokens).min(1, tokens).max(preset.maxOutputTokens, tokens).optional(),
      })
      .optional(),
  },
  'Name a candidate.',
);

const wanted = z.object({
  candidate: candidateShape,
  sample: z
    .object(
      {
        source: z.enum(
          ['newest', 'pinned', 'tag', 'suite'],
          'Rounds are the newest, the pinned, those of a tag, or those of a frozen set.',
        ),
        tag: z.string().regex(plain, 'A tag cannot contain NUL characters.').optional(),
        count: z.number(rounds).int(rounds).min(1, rounds).max(at.rounds, rounds),
        suiteId: z.string().optional(),
      },
      'Say which rounds.',
    )
    .refine(({ source, tag }) => (source === 'tag') === (tag !== undefined && tag !== ''), {
      path: ['tag'],
      message: 'Name a tag where rounds are those of a tag, and nowhere else.',
    })
    .refine(({ source, suiteId }) => (source === 'suite') === (suiteId !== undefined && suiteId !== ''), {
      path: ['suiteId'],
      message: 'Name a frozen set where rounds are those of a frozen set, and nowhere else.',
    })
    .refine(({ source, count }) => source !== 'suite' || count === at.rounds, {
      path: ['count'],
      message: 'All rounds of a frozen set are taken: say no number of them.',
    }),
});

const created = wanted.extend({
  budget: z.object(budget.shape, 'Give it a budget.'),
  name: z
    .string()
    .regex(plain, 'A name cannot contain NUL characters.')
    .max(at.name, `A name can have at most ${at.name} characters.`)
    .optional(),
  idempotencyKey: z.string().regex(idempotencyKeyShape, contractSentences.idempotencyKey).optional(),
});

/** What is wrong with what is wanted of a backtest; empty when nothing is. */
export const issuesOfWanted = (request: object): Issue[] => issuesBy(wanted, request);
export const issuesOfNew = (request: CreateBacktestRequest): Issue[] => issuesBy(created, request);
export const issuesOfBudget = (given: BacktestBudget): Issue[] => issuesBy(z.object({ budget }), { budget: given });

const issuesBy = (schema: z.ZodType, value: object): Issue[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
