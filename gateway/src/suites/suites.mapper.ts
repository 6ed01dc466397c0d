import {
  scheduleFrequency,
  suiteAssertionKind,
  suiteOutcome,
  suiteRun,
  type AiServiceLabel,
  type NewSuiteCase,
  type Suite,
  type SuiteAssertion,
  type SuiteCase,
  type SuiteCheck,
  type SuiteResult,
  type SuiteRun,
  type SuiteSchedule,
  type SuiteScheduleInput,
} from '@polylogue/api-contract';
import {
  chatRole,
  type BacktestCandidate,
  type ChatMessage,
  type NewSuiteCase as ProtoNewCase,
  type Suite as ProtoSuite,
  type SuiteAssertion as ProtoAssertion,
  type SuiteCase as ProtoCase,
  type SuiteCheck as ProtoCheck,
  type SuiteResult as ProtoResult,
  type SuiteRun as ProtoRun,
  type SuiteSchedule as ProtoSchedule,
} from '@polylogue/proto';
import { toAnswerSettings } from '../answer-presets/answer-presets.mapper.js';
import { toTime } from '../http/to-time.js';

// A quality of the version before says none.
const toVersion = (version: number) => Math.max(version, 1);

type LabelOf = (name: string) => AiServiceLabel;
type Message = NewSuiteCase['messages'][number];

const fromMessage = ({ role, content }: Message): ChatMessage => ({ role: chatRole.fromWord(role), content });
const toMessage = ({ role, content }: ChatMessage): Message => ({ role: chatRole.toWord(role), content });

export const fromAssertion = ({ kind, not, ignoreCase, text, min, max, within }: SuiteAssertion): ProtoAssertion => ({
  kind,
  isNot: not,
  ignoresCase: ignoreCase,
  text: text === '' ? undefined : text,
  min,
  max,
  isWithin: within,
});

export const toAssertion = (assertion: ProtoAssertion): SuiteAssertion => ({
  kind: suiteAssertionKind.parse(assertion.kind),
  not: assertion.isNot,
  ignoreCase: assertion.ignoresCase,
  text: assertion.text,
  min: assertion.min,
  max: assertion.max,
  within: assertion.isWithin,
});

export const fromNewCase = ({ messages, assertions }: NewSuiteCase): ProtoNewCase => ({
  messages: messages.map(fromMessage),
  assertions: assertions.map(fromAssertion),
});

export const toNewCase = ({ messages, assertions }: ProtoNewCase): NewSuiteCase => ({
  messages: messages.map(toMessage),
  assertions: assertions.map(toAssertion),
});

const toCandidate = (candidate: BacktestCandidate | undefined, labelOf: LabelOf) => ({
  aiService: labelOf(candidate?.aiService ?? ''),
  settings: toAnswerSettings(candidate?.settings),
});

export const fromSchedule = ({ frequency, time, days, cron, timeZone }: SuiteScheduleInput): ProtoSchedule => ({
  frequency,
  time: time ?? '',
  days: days ?? [],
  cron: cron ?? undefined,
  timeZone: timeZone ?? '',
});

const toSchedule = ({ frequency, time, days, cron, monthDay, timeZone }: ProtoSchedule): SuiteSchedule => ({
  frequency: scheduleFrequency.parse(frequency),
  time: time === '' ? null : time,
  days,
  cron: cron ?? null,
  monthDay: frequency === 'monthly' ? (monthDay ?? null) : null,
  timeZone,
});

function toScheduleOf({ recurrence, schedule: known }: ProtoSuite): SuiteSchedule | null {
  // A quality of the version before says only what it knows.
  const schedule = recurrence ?? known;
  return schedule ? toSchedule(schedule) : null;
}

export const toSuite = (suite: ProtoSuite, labelOf: LabelOf): Suite => ({
  id: suite.id,
  name: suite.name,
  candidate: toCandidate(suite.candidate, labelOf),
  judge: suite.judge === undefined ? null : labelOf(suite.judge),
  budget: { usd: suite.budget?.usd ?? null, calls: suite.budget?.calls ?? 0 },
  assertions: suite.assertions.map(toAssertion),
  cases: suite.cases,
  leftOut: suite.leftOut,
  schedule: toScheduleOf(suite),
  nextRunAt: suite.nextRunAt ? toTime(suite.nextRunAt) : null,
  createdAt: toTime(suite.createdAt),
  latestRun: suite.latestRun ? toRun(suite.latestRun, labelOf) : null,
  version: toVersion(suite.version),
});

export const toCase = (found: ProtoCase): SuiteCase => ({
  number: found.number,
  question: found.question ?? null,
  messageId: found.messageId ?? null,
  conversationId: found.conversationId ?? null,
  messages: found.messages.map(toMessage),
  assertions: found.assertions.map(toAssertion),
});

export const toRun = (run: ProtoRun, labelOf: LabelOf): SuiteRun => ({
  id: run.id,
  suiteId: run.suiteId,
  candidate: toCandidate(run.candidate, labelOf),
  judge: run.judge === undefined ? null : labelOf(run.judge),
  status: suiteRun.shape.status.parse(run.status),
  stopped: run.stopSentence ?? null,
  scheduled: run.isScheduled,
  cases: run.cases,
  passed: run.passed,
  failed: run.failed,
  undecided: run.undecided,
  worse: run.worse,
  unsteady: run.unsteady,
  spent: run.spent ?? { calls: 0, usd: 0, unknown: 0 },
  createdAt: toTime(run.createdAt),
  endedAt: run.endedAt ? toTime(run.endedAt) : null,
  version: toVersion(run.version),
});

const toCheck = ({ assertion, passed, score, reason }: ProtoCheck): SuiteCheck[] =>
  assertion
    ? [{ assertion: toAssertion(assertion), passed: passed ?? null, score: score ?? null, reason: reason ?? null }]
    : [];

export const toResult = (result: ProtoResult): SuiteResult => ({
  number: result.number,
  question: result.question ?? null,
  conversationId: result.conversationId ?? null,
  outcome: suiteOutcome.parse(result.outcome),
  worse: result.isWorse,
  tries: result.tries.map(({ passed, checks, answer, costUsd, responseTimeMs, error }) => ({
    passed: passed ?? null,
    checks: checks.flatMap(toCheck),
    answer: answer ?? null,
    cost: costUsd ?? null,
    responseTime: responseTimeMs ?? null,
    error: error ?? null,
  })),
});
