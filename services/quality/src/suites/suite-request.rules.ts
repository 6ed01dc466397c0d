import { ChatRole, contractSentences, idempotencyKeyShape, type BacktestCandidate } from '@polylogue/proto';
import type { Issue } from '@polylogue/service-kit';
import { z } from 'zod';
import { candidateShape } from '../backtests/request.rules.js';

/** Those of `/api`, as far as they are held here. */
export const suiteLimits = {
  count: 50,
  cases: 100,
  assertions: 20,
  name: 80,
  text: 4_000,
  pattern: 1_000,
  schema: 20_000,
  messages: 50,
  /** Characters of all messages of one case, and of all cases together. */
  caseText: 100_000,
  allText: 1_000_000,
  /** Characters of a configuration of promptfoo. */
  yaml: 500_000,
  budgetUsd: { min: 0.01, max: 10_000 },
  budgetCalls: { min: 1, max: 2_000 },
  page: 50,
  /** Characters of the question where cases are listed. */
  question: 200,
  /** Runs of one suite that are kept. */
  runs: 100,
} as const;

const at = suiteLimits;
const plain = /^[^\0]*$/;
const noNul = 'Texts cannot contain NUL characters.';
const usd = `A budget is from ${at.budgetUsd.min} to ${at.budgetUsd.max.toLocaleString('en-US')} dollars.`;
const calls = `A budget is from ${at.budgetCalls.min} to ${at.budgetCalls.max.toLocaleString('en-US')} calls.`;
export const cannotFail = 'A case without an assertion could not fail: say what has to hold.';
const kinds = ['contains', 'equals', 'matches', 'json', 'length', 'cost', 'response_time', 'judged'] as const;

const assertion = z
  .object({
    kind: z.enum(kinds, `An assertion is one of ${kinds.join(', ')}.`),
    isNot: z.boolean().default(false),
    text: z.string().regex(plain, noNul).optional(),
    min: z.number().min(0, 'A bound starts at 0.').optional(),
    max: z.number().min(0, 'A bound starts at 0.').optional(),
  })
  .superRefine((given, context) => {
    const fault = faultOf(given);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

interface Given {
  kind: (typeof kinds)[number];
  isNot: boolean;
  text?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
}

function faultOf({ kind, isNot, text = '', min, max }: Given): string | undefined {
  const isOfWords = kind === 'contains' || kind === 'equals' || kind === 'matches';
  if (isNot && !isOfWords) return 'Only contains, equals and matches can be turned round.';
  if ((isOfWords || kind === 'judged') && text === '') return 'Write the text that counts.';
  const maxText = kind === 'matches' ? at.pattern : kind === 'json' ? at.schema : at.text;
  if (text.length > maxText) return `A text has at most ${maxText.toLocaleString('en-US')} characters here.`;
  if ((kind === 'cost' || kind === 'response_time') && max === undefined) return 'Say how much it may be at most.';
  if (kind === 'length' && min === undefined && max === undefined) return 'Say how many characters it may have.';
  if (kind === 'length' && (min ?? 0) > (max ?? Infinity)) return 'The least length is above the greatest.';
  if (kind === 'judged' && (min === undefined || min > 100)) return 'The least score is from 0 to 100.';
  return undefined;
}

const assertions = z.array(assertion).max(at.assertions, `At most ${at.assertions} assertions stand together.`);

const newCase = z.object({
  messages: z
    .array(
      z.object({
        role: z.enum(ChatRole).refine((role) => role !== ChatRole.UNRECOGNIZED && role !== ChatRole.UNSPECIFIED),
        content: z.string().regex(plain, noNul),
      }),
    )
    .min(1, 'A case has a message.')
    .max(at.messages, `A case has at most ${at.messages} messages.`)
    .refine((messages) => messages.at(-1)?.role === ChatRole.USER, 'The last message of a case is the question.')
    .refine((messages) => sizeOf(messages) <= at.caseText, 'The messages of a case are too long.'),
  assertions,
});

const sizeOf = (messages: readonly { content: string }[]) =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

const created = z
  .object({
    name: z
      .string()
      .trim()
      .regex(plain, noNul)
      .min(1, 'Give the suite a name.')
      .max(at.name, `A name can have at most ${at.name} characters.`),
    candidate: candidateShape,
    budget: z.object(
      {
        usd: z.number(usd).min(at.budgetUsd.min, usd).max(at.budgetUsd.max, usd).optional(),
        calls: z.number(calls).int(calls).min(at.budgetCalls.min, calls).max(at.budgetCalls.max, calls),
      },
      'Give it a budget.',
    ),
    assertions,
    cases: z
      .array(newCase)
      .max(at.cases, `A suite has at most ${at.cases} cases.`)
      .refine(
        (cases) => cases.reduce((sum, { messages }) => sum + sizeOf(messages), 0) <= at.allText,
        'The messages of all cases together are too long.',
      ),
    backtestId: z.string().optional(),
    leftOut: z.array(z.unknown()).max(500),
    idempotencyKey: z.string().regex(idempotencyKeyShape, contractSentences.idempotencyKey).optional(),
  })
  .refine(({ cases, backtestId }) => cases.length === 0 || backtestId === undefined, {
    path: ['cases'],
    message: 'The cases are those of a backtest or those given, not both.',
  })
  .refine(({ cases, backtestId }) => cases.length > 0 || backtestId !== undefined, {
    path: ['cases'],
    message: 'A suite needs a case.',
  })
  .refine(
    // Rounds of a backtest come without assertions of their own.
    ({ assertions: all, cases }) =>
      all.length > 0 || (cases.length > 0 && cases.every(({ assertions: own }) => own.length > 0)),
    {
      path: ['assertions'],
      message: cannotFail,
    },
  );

const edited = z.object({
  version: z.number().int(),
  assertions,
  cases: z
    .array(z.object({ number: z.number().int(), assertions }))
    .max(at.cases, `A suite has at most ${at.cases} cases.`)
    .refine(
      (cases) => new Set(cases.map(({ number }) => number)).size === cases.length,
      'A case can be named only once.',
    ),
});

/** What is wrong with a suite that is to be made; empty when nothing is. */
export const issuesOfNew = (request: object): Issue[] => issuesBy(created, request);
export const issuesOfEdit = (request: object): Issue[] => issuesBy(edited, request);
export const issuesOfCandidate = (given: BacktestCandidate): Issue[] =>
  issuesBy(z.object({ candidate: candidateShape }), { candidate: given });

const issuesBy = (schema: z.ZodType, value: object): Issue[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
