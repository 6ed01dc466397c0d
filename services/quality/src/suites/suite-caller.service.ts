import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  ChatRole,
  type BacktestCandidate,
  type ChatMessage,
  type SuiteAssertion,
  type SuiteCheck,
} from '@polylogue/proto';
import { BacktestCaller, type ReadyCall } from '../backtests/backtest-caller.service.js';
import type { CallEnd } from '../backtests/backtest.entity.js';
import { candidateRequest } from '../backtests/candidate-request.rules.js';
import { SampleRoundsClient } from '../clients/sample-rounds.client.js';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import { checkFigures, isJudged, isTextCheck, verdictOf } from './checks.rules.js';
import { judgedPrompt, judgedSchema, readJudged } from './judged-prompt.rules.js';
import type { CaseSource, TryEnd } from './suite.entity.js';
import { noVerdict } from './suites.errors.js';
import { TextChecker } from './text-checker.service.js';

/** The name of the task, by which calls to judges are estimated. */
export const judgedTask = 'assertion';

const maxAnswer = 1024 * 1024;
const maxVerdict = 64 * 1024;

/** What one try is made of. */
export interface TrySubject extends CaseSource {
  candidate: BacktestCandidate;
  judge: string | null;
  /** Those of the suite and of the case. */
  assertions: SuiteAssertion[];
}

/** What a try needs beside its subject. */
export interface TryMatter {
  /** Exactly what is sent. */
  context: readonly ChatMessage[];
  /** That a judge is shown. */
  maxCharacters: number;
}

type Asked = Pick<TrySubject, 'judge' | 'assertions'> & TryMatter & { userId: string };

/** Asks one case once, and checks what is answered. */
@Injectable()
export class SuiteCaller {
  constructor(
    private readonly caller: BacktestCaller,
    private readonly rounds: SampleRoundsClient,
    private readonly settings: CurrentSettings,
    private readonly checker: TextChecker,
  ) {}

  /** Undefined when the round was deleted. Nothing is paid yet: what cannot be read here loses no answer. */
  async matterOf(userId: string, { messageId, messages }: CaseSource): Promise<TryMatter | undefined> {
    const context = messageId === null ? messages : await this.rounds.contextOf(userId, messageId);
    if (!context) return undefined;
    const { maxCharacters } = await this.settings.current();
    return { context, maxCharacters };
  }

  /** Undefined when it was cut off on our side: why, the run knows. */
  async ask(userId: string, subject: TrySubject, matter: TryMatter, signal: AbortSignal): Promise<TryEnd | undefined> {
    const end = await this.caller.call(
      userId,
      answerOf(candidateRequest(subject.candidate, matter.context), maxAnswer),
      signal,
    );
    if (!end) return undefined;
    const { answer, costUsd, responseTimeMs, status } = end;
    const figures = { costUsd, spentUsd: costUsd, responseTimeMs, judgeCalls: 0 };
    if (status !== 'completed' || answer === undefined) return { ...end, ...figures };
    if (answer.trim() === '') return { ...figures, status: 'failed', errorCode: 'empty_reply', error: noVerdict.empty };
    const { judge, assertions } = subject;
    const coded = await this.#byCode(assertions, answer, { costUsd, responseTimeMs });
    const judged = await this.#byJudge({ userId, judge, assertions, ...matter }, answer, coded, signal);
    if (!judged) return undefined;
    const checks = assertions.map((assertion) => coded.get(assertion) ?? judged.checks.get(assertion)!);
    const spent = [costUsd, ...judged.costs];
    return {
      ...figures,
      status: 'completed',
      answer,
      checks,
      passed: verdictOf(checks),
      judgeCalls: judged.costs.length,
      spentUsd: spent.some((each) => each === undefined)
        ? undefined
        : spent.reduce<number>((sum, usd) => sum + usd!, 0),
    };
  }

  async #byCode(
    assertions: readonly SuiteAssertion[],
    answer: string,
    figures: Pick<TryEnd, 'costUsd' | 'responseTimeMs'>,
  ): Promise<Map<SuiteAssertion, SuiteCheck>> {
    const ofText = assertions.filter(isTextCheck);
    const verdicts = await this.checker.check(answer, ofText);
    const { costUsd, responseTimeMs } = figures;
    const ofFigures = assertions.filter((each) => !isTextCheck(each) && !isJudged(each));
    return new Map<SuiteAssertion, SuiteCheck>([
      ...ofText.map((assertion, index) => [assertion, { assertion, ...verdicts[index]! }] as const),
      ...ofFigures.map((each) => [each, checkFigures(each, { costUsd, responseTimeMs })] as const),
    ]);
  }

  /** Only where all that code can say holds: of an answer that fails anyway nothing is paid for. */
  async #byJudge(
    asked: Asked,
    answer: string,
    coded: ReadonlyMap<SuiteAssertion, SuiteCheck>,
    signal: AbortSignal,
  ): Promise<{ checks: Map<SuiteAssertion, SuiteCheck>; costs: (number | undefined)[] } | undefined> {
    const checks = new Map<SuiteAssertion, SuiteCheck>();
    const costs: (number | undefined)[] = [];
    let fails = verdictOf([...coded.values()]) === false;
    for (const assertion of asked.assertions.filter(isJudged)) {
      if (fails) {
        checks.set(assertion, { assertion, reason: noVerdict.notAsked });
        continue;
      }
      const end = await this.#judge(asked, assertion, answer, signal);
      if (!end) return undefined;
      costs.push(end.costUsd);
      const check = { assertion, ...saidBy(end, assertion) };
      fails = check.passed === false;
      checks.set(assertion, check);
    }
    return { checks, costs };
  }

  #judge(
    { userId, judge, context, maxCharacters }: Asked,
    { text = '' }: SuiteAssertion,
    answer: string,
    signal: AbortSignal,
  ) {
    const turns = context.filter(({ role }) => role !== ChatRole.SYSTEM);
    const earlier = turns
      .slice(0, -1)
      .map(({ role, content }) => ({ isFromUser: role === ChatRole.USER, text: content }));
    const matter = { criterion: text, question: turns.at(-1)?.content ?? '', earlier, answer };
    const { system, user } = judgedPrompt(matter, maxCharacters, randomBytes(16).toString('hex'));
    const request = {
      aiService: judge ?? '',
      messages: [
        { role: ChatRole.SYSTEM, content: system },
        { role: ChatRole.USER, content: user },
      ],
      answerSchema: judgedSchema,
      temperature: 0,
      withoutDefaults: true,
      task: judgedTask,
    };
    return this.caller.call(userId, answerOf(request, maxVerdict), signal);
  }
}

const answerOf = (request: ReadyCall['request'], max: number): ReadyCall => ({
  request,
  maxAnswer: max,
  read: (answer) => ({ status: 'completed', answer }),
});

function saidBy({ answer, error }: CallEnd, { min = 0 }: SuiteAssertion): Omit<SuiteCheck, 'assertion'> {
  if (answer === undefined) return { reason: error ?? noVerdict.broken };
  const said = readJudged(answer);
  if ('fault' in said) return { reason: noVerdict.unreadable(said.fault) };
  return { passed: said.score >= min, ...said };
}
