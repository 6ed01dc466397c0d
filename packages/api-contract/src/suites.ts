import { z } from 'zod';
import { grouped } from './grouped.js';
import { aiServiceLabel } from './ai-services.js';
import { answerSettings } from './answer-presets.js';
import { backtestBudget, backtestCandidate } from './backtests.js';
import { costRange } from './cost-range.js';
import { route } from './route.js';
import { aiServiceName, id, time } from './scalars.js';
import { suiteSchedule, suiteScheduleInput } from './suite-schedules.js';

/**
 * A suite is a frozen set of cases with assertions, which have versions. A run asks a candidate each case and checks what it answers; what passed
 * in the runs before and fails now is worse. Units: costs in US dollars, times in milliseconds, scores from 0 to 100.
 */
export const suiteLimits = {
  /** Suites that are kept for one user, and cases of one suite. */
  count: 50,
  cases: 100,
  /** Assertions of a suite, and beside them of one case. */
  assertions: 20,
  /** Characters of a name. */
  name: 80,
  /** Characters of what is looked for or judged, of a pattern, of a JSON schema. */
  text: 4_000,
  pattern: 1_000,
  schema: 20_000,
  /** Messages of an imported case. */
  messages: 50,
  /** Characters of all messages of an imported case. */
  caseText: 100_000,
  /** Characters of a configuration of promptfoo. */
  yaml: 500_000,
  /** The budget of one run, in calls. */
  budgetCalls: { min: 1, max: 2_000 },
  /** Runs of one suite that are kept. */
  runs: 100,
  /** Results and runs of one page. */
  page: 50,
} as const;

const at = suiteLimits;
const bound = z.number('A bound is a number.').min(0, 'A bound starts at 0.').optional();

export const suiteAssertionKind = z.enum(
  ['contains', 'equals', 'matches', 'json', 'length', 'cost', 'response_time', 'judged'],
  'This is no kind of assertion.',
);
export type SuiteAssertionKind = z.infer<typeof suiteAssertionKind>;

/** What has to hold of an answer. */
export const suiteAssertion = z
  .object({
    kind: suiteAssertionKind,
    not: z.boolean().default(false).meta({ description: 'The opposite; of contains, equals and matches.' }),
    ignoreCase: z.boolean().default(false).meta({ description: 'Of contains, equals and matches.' }),
    text: z
      .string()
      .max(at.schema, `A text has at most ${grouped(at.schema)} characters.`)
      .optional()
      .meta({
        description:
          'What it contains or equals, a regular expression of JavaScript, a JSON schema (without one any JSON will do), or what is judged.',
      }),
    min: bound.meta({ description: 'Characters of length, the least score of judged.' }),
    max: bound.meta({ description: 'Characters of length, dollars of cost, milliseconds of response_time.' }),
    within: z.boolean().default(false).meta({ description: 'Of json: somewhere in the answer will do.' }),
  })
  .meta({ id: 'SuiteAssertion' });
export type SuiteAssertion = z.infer<typeof suiteAssertion>;

const assertions = z
  .array(suiteAssertion)
  .max(at.assertions, `At most ${at.assertions} assertions stand together.`)
  .default([]);

const message = z.object({
  role: z.enum(['system', 'user', 'assistant'], 'A role is system, user or assistant.'),
  content: z.string().max(at.caseText, `A message has at most ${grouped(at.caseText)} characters.`),
});

export const newSuiteCase = z
  .object({
    messages: z
      .array(message)
      .min(1, 'A case has a message.')
      .max(at.messages, `A case has at most ${at.messages} messages.`),
    assertions,
  })
  .meta({ id: 'NewSuiteCase' });
export type NewSuiteCase = z.infer<typeof newSuiteCase>;

export const suiteGap = z
  .object({
    what: z.string().max(200),
    reason: z.string().max(500),
    count: z.number().int().min(1).max(1_000_000),
  })
  .meta({ id: 'SuiteGap', description: 'What was left out when the cases were read, and why.' });
export type SuiteGap = z.infer<typeof suiteGap>;

const leftOut = z.array(suiteGap).max(500);

const callsSentence = `A budget is from ${at.budgetCalls.min} to ${grouped(at.budgetCalls.max)} calls.`;
const suiteBudget = backtestBudget
  .extend({
    calls: z
      .number(callsSentence)
      .int(callsSentence)
      .min(at.budgetCalls.min, callsSentence)
      .max(at.budgetCalls.max, callsSentence),
  })
  .meta({ id: 'SuiteBudget', description: 'Of each run. Where a call might go beyond it the run stops.' });

/** More changes than anybody makes; a service counts no further. */
const maxVersion = 2 ** 31 - 1;
const caseNumber = z
  .number('Say which case.')
  .int('Say which case.')
  .min(1, 'Cases count from 1.')
  .max(at.cases, 'There is no such case.');
const readVersion = z
  .number('Say which version you read.')
  .int('Say which version you read.')
  .min(1, 'Versions count from 1.')
  .max(maxVersion, 'There is no such version.');
// Without one: of a server that knows no versions yet.
const version = z.number().int().default(1);

const candidate = z.object({ aiService: aiServiceLabel, settings: answerSettings });

/** One run and what it has found so far. */
export const suiteRun = z
  .object({
    id,
    suiteId: id,
    candidate,
    judge: aiServiceLabel.nullable().meta({ description: 'Null where nothing is judged.' }),
    status: z.enum(['running', 'completed', 'stopped', 'cancelled']),
    stopped: z.string().nullable().meta({ description: 'Why it stopped before its end, as a sentence.' }),
    scheduled: z.boolean(),
    cases: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
    undecided: z.number().int().meta({ description: 'Cases that ended without a verdict.' }),
    worse: z.array(z.number().int()).meta({
      description:
        'Numbers of the cases that passed in each of the runs before, at most three, and failed twice in this one.',
    }),
    unsteady: z
      .number()
      .int()
      .meta({ description: 'Cases that failed at first and passed when they were asked again.' }),
    spent: z.object({
      calls: z.number().int(),
      usd: z.number().meta({ description: 'What is known of their costs.' }),
      unknown: z.number().int().meta({ description: 'Tries of which not every cost is known.' }),
    }),
    createdAt: time,
    endedAt: time.nullable(),
    version: version.meta({ description: 'Of the assertions it checks by; runs by different ones are not compared.' }),
  })
  .meta({ id: 'SuiteRun' });
export type SuiteRun = z.infer<typeof suiteRun>;

export const suite = z
  .object({
    id,
    name: z.string(),
    candidate,
    judge: aiServiceLabel.nullable().meta({ description: 'Who was chosen to judge; null: nobody was.' }),
    budget: suiteBudget,
    assertions: z.array(suiteAssertion).meta({ description: 'Of every case, beside its own.' }),
    cases: z.number().int(),
    leftOut,
    schedule: suiteSchedule.nullable().meta({ description: 'Null: it runs by hand.' }),
    nextRunAt: time.nullable(),
    createdAt: time,
    latestRun: suiteRun.nullable(),
    version: version.meta({ description: 'Of its assertions, from 1; a change adds one.' }),
  })
  .meta({ id: 'Suite' });
export type Suite = z.infer<typeof suite>;

export const suiteCase = z
  .object({
    number: z.number().int(),
    question: z.string().nullable().meta({ description: 'Its beginning; null where the round was deleted.' }),
    messageId: id.nullable().meta({
      description:
        'Of a round of one’s own; GET /api/messages/{id}/context has what is sent. Null where it was imported.',
    }),
    conversationId: id.nullable(),
    messages: z.array(message).meta({ description: 'What is sent, where it was imported.' }),
    assertions: z.array(suiteAssertion).meta({ description: 'Its own, beside those of the suite.' }),
  })
  .meta({ id: 'SuiteCase' });
export type SuiteCase = z.infer<typeof suiteCase>;

export const suiteCheck = z
  .object({
    assertion: suiteAssertion,
    passed: z.boolean().nullable().meta({ description: 'Null where nobody can say.' }),
    score: z.number().nullable().meta({ description: 'Of what was judged.' }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'SuiteCheck' });
export type SuiteCheck = z.infer<typeof suiteCheck>;

export const suiteOutcome = z.enum(['passed', 'failed', 'undecided', 'pending']);
export type SuiteOutcome = z.infer<typeof suiteOutcome>;

/** One case of a run. */
export const suiteResult = z
  .object({
    number: z.number().int(),
    question: z.string().nullable(),
    conversationId: id.nullable(),
    outcome: suiteOutcome.meta({ description: 'One try that passed decides.' }),
    worse: z.boolean(),
    tries: z
      .array(
        z.object({
          passed: z.boolean().nullable(),
          checks: z.array(suiteCheck).meta({ description: 'Those of the suite, then those of the case.' }),
          answer: z.string().nullable(),
          cost: z.number().nullable().meta({ description: 'Of the answer alone; null is unknown.' }),
          responseTime: z.number().nullable(),
          error: z.string().nullable().meta({ description: 'Why there is no answer, as a sentence.' }),
        }),
      )
      .max(2)
      .meta({ description: 'The second one where it was asked again, because it failed and used to pass.' }),
  })
  .meta({ id: 'SuiteResult' });
export type SuiteResult = z.infer<typeof suiteResult>;

const serverOwned = ['id', 'userId', 'latestRun', 'nextRunAt', 'createdAt', 'version'];
const withCandidate = z.object({
  candidate: backtestCandidate.optional().meta({ description: 'Without it that of the suite.' }),
});

export const readPromptfoo = route({
  method: 'POST',
  path: '/api/suites/promptfoo',
  summary: 'What a configuration of promptfoo becomes, and what of it does not map. Nothing of it is run or stored.',
  access: 'approved',
  body: z
    .object({
      yaml: z
        .string()
        .min(1, 'Paste the configuration.')
        .max(at.yaml, `A configuration has at most ${grouped(at.yaml)} characters.`),
    })
    .meta({ id: 'PromptfooConfiguration' }),
  answer: z
    .object({ name: z.string().nullable(), cases: z.array(newSuiteCase), leftOut })
    .meta({ id: 'PromptfooCases' }),
});

export const createSuite = route({
  method: 'POST',
  path: '/api/suites',
  summary: 'Stores a suite: of the rounds of a backtest, or of cases that are given. Nothing is called yet.',
  access: 'approved',
  status: 201,
  body: z
    .object({
      name: z
        .string()
        .trim()
        .min(1, 'Give the suite a name.')
        .max(at.name, `A name can have at most ${at.name} characters.`),
      candidate: backtestCandidate,
      judge: aiServiceName.optional().meta({ description: 'Who judges rather, where something is judged.' }),
      budget: suiteBudget,
      assertions,
      backtestId: id.optional().meta({ description: 'The rounds of this backtest are the cases.' }),
      cases: z
        .array(newSuiteCase)
        .max(at.cases, `A suite has at most ${at.cases} cases.`)
        .default([])
        .meta({ description: 'Otherwise these are.' }),
      leftOut: leftOut.default([]).meta({ description: 'What was left out of these; kept, to be shown.' }),
    })
    .meta({ id: 'CreateSuite' }),
  answer: suite,
  idempotent: true,
  serverOwned,
});

export const listSuites = route({
  method: 'GET',
  path: '/api/suites',
  summary: `The suites of the caller, newest first, each with its newest run; at most ${at.count}.`,
  access: 'signed-in',
  answer: z.array(suite),
});

export const getSuite = route({
  method: 'GET',
  path: '/api/suites/{id}',
  summary: 'One suite.',
  access: 'signed-in',
  answer: suite,
});

export const listSuiteCases = route({
  method: 'GET',
  path: '/api/suites/{id}/cases',
  summary: 'The cases of a suite by number.',
  access: 'signed-in',
  answer: z.array(suiteCase),
});

export const setSuiteSchedule = route({
  method: 'PUT',
  path: '/api/suites/{id}/schedule',
  summary: 'When a suite runs by itself; null: by hand only. A run by schedule that finds it worse makes a notice.',
  access: 'approved',
  body: z.object({ schedule: suiteScheduleInput.nullable() }).meta({ id: 'SetSuiteSchedule' }),
  answer: suite,
});

export const setSuiteAssertions = route({
  method: 'PUT',
  path: '/api/suites/{id}/assertions',
  summary:
    'What has to hold from the next run on. 409 where another version is the newest by now, or while a run goes on.',
  access: 'approved',
  body: z
    .object({
      version: readVersion.meta({ description: 'The version that was read.' }),
      assertions: assertions.meta({ description: 'Of every case.' }),
      cases: z
        .array(z.object({ number: caseNumber, assertions }))
        .max(at.cases, `A suite has at most ${at.cases} cases.`)
        .default([])
        .meta({ description: 'Those of single cases; one that is not named keeps its own.' }),
    })
    .meta({ id: 'SetSuiteAssertions' }),
  answer: suite,
});

export const deleteSuite = route({
  method: 'DELETE',
  path: '/api/suites/{id}',
  summary: 'Deletes a suite with its runs; what is under way ends.',
  access: 'signed-in',
  status: 204,
});

export const estimateSuiteRun = route({
  method: 'POST',
  path: '/api/suites/{id}/estimate',
  summary: 'What a run would cost. Nothing is spent.',
  access: 'approved',
  body: withCandidate.meta({ id: 'EstimateSuiteRun' }),
  answer: z
    .object({
      calls: z.number().int().meta({ description: 'To who answers and to the judge, without what is asked again.' }),
      cost: costRange.nullable().meta({ description: 'All known prices together; null where none is.' }),
      unknownPrice: z.boolean().meta({ description: 'Whether a price is unknown, so that the cost is not all of it.' }),
    })
    .meta({ id: 'SuiteRunEstimate' }),
});

export const beginSuiteRun = route({
  method: 'POST',
  path: '/api/suites/{id}/runs',
  summary:
    'Begins a run, which goes on in the background; while one goes on, answers that one. 409 where another version than that which was read is the newest by now.',
  access: 'approved',
  status: 202,
  body: withCandidate
    .extend({
      version: readVersion.optional().meta({
        description: 'The version of the assertions that was read, and whose price was; without it the newest.',
      }),
    })
    .meta({ id: 'BeginSuiteRun' }),
  answer: suiteRun,
});

export const listSuiteRuns = route({
  method: 'GET',
  path: '/api/suites/{id}/runs',
  summary: `The runs of a suite, newest first; the newest ${at.runs} are kept.`,
  access: 'signed-in',
  query: z.object({
    before: id.optional().meta({ description: 'The id of the last run of the page before.' }),
    limit: z.coerce.number().int().min(1).max(at.page).default(20),
  }),
  answer: z.object({ runs: z.array(suiteRun), hasMore: z.boolean() }).meta({ id: 'SuiteRuns' }),
});

export const getSuiteRun = route({
  method: 'GET',
  path: '/api/suite-runs/{id}',
  summary: 'One run: its progress and what it has found so far.',
  access: 'signed-in',
  answer: suiteRun,
});

export const listSuiteResults = route({
  method: 'GET',
  path: '/api/suite-runs/{id}/results',
  summary: 'What came of each case of a run, a page at a time.',
  access: 'signed-in',
  query: z.object({
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(at.cases)
      .default(0)
      .meta({ description: 'The next of the page before.' }),
    limit: z.coerce.number().int().min(1).max(at.page).default(20),
  }),
  answer: z
    .object({
      results: z.array(suiteResult),
      next: z.number().int().nullable().meta({ description: 'What after is for the next page; null: there is none.' }),
    })
    .meta({ id: 'SuiteResults' }),
});

export const cancelSuiteRun = route({
  method: 'POST',
  path: '/api/suite-runs/{id}/cancel',
  summary: 'Ends a run and the calls that are under way; what was found stays.',
  access: 'signed-in',
  answer: suiteRun,
});
