import { Injectable } from '@nestjs/common';
import {
  Category,
  PriceKnowledge,
  type AiService,
  type BacktestCandidate,
  type BacktestSample,
  type CallEstimate,
  type PlannedCall,
  type SampleRound,
} from '@polylogue/proto';
import { CatalogClient } from '@polylogue/service-kit';
import { EstimatesClient } from '../clients/estimates.client.js';
import { allowed, candidateOf, chosenMode, modeOf } from '../judging/plan.rules.js';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import { BacktestSamples } from './backtest-samples.service.js';
import type { NewCase } from './backtest.entity.js';
import * as errors from './backtests.errors.js';
import { comparePromptBytes } from './compare-prompt.rules.js';
import { withFreeReplies } from './case.rules.js';
import type { BacktestPlan, PlannedCase } from './estimate.rules.js';
import { chooseJudge } from './judge-choice.rules.js';

/** What is wanted of a backtest. */
export interface WantedBacktest {
  candidate: BacktestCandidate;
  sample: BacktestSample;
  judge?: string | undefined;
}

/** The name of the task, by which calls to judges are estimated. */
export const compareTask = 'comparison';
/** A character takes up to four bytes. */
const bytesOfCharacter = 4;

/** Which rounds a backtest compares, who judges them, and what its calls would cost. Nothing is called. */
@Injectable()
export class BacktestPlans {
  constructor(
    private readonly samples: BacktestSamples,
    private readonly catalog: CatalogClient,
    private readonly estimates: EstimatesClient,
    private readonly settings: CurrentSettings,
  ) {}

  async plan(userId: string, wanted: WantedBacktest): Promise<BacktestPlan> {
    const [services, settings] = await Promise.all([this.catalog.list(), this.settings.current()]);
    mustBeText(services, wanted.candidate.aiService, 'candidate.aiService');
    if (wanted.judge !== undefined) mustBeText(services, wanted.judge, 'judge');
    const able = allowed(services.map(candidateOf), settings);
    if (modeOf(chosenMode(settings), able) === 'off') throw errors.judgingIsOff();
    const judges = services.filter(({ name }) => able.some((judge) => judge.name === name));
    const found = await this.samples.list(userId, wanted.sample);
    const judged = withFreeReplies(found.rounds, services).map((round) => ({
      round,
      judge: judgeOf(judges, wanted, round),
    }));
    const comparable = judged.flatMap(({ round, judge }) => (judge === undefined ? [] : { round, judge }));
    const without = judged.length - comparable.length;
    return {
      cases: await this.#estimated(userId, wanted.candidate, comparable, settings.maxCharacters),
      sample: found.sample,
      leftOut: [...found.leftOut, ...(without > 0 ? [{ reason: 'no_judge', rounds: without }] : [])],
    };
  }

  /** A judge reads what the candidate is expected to write, so that is estimated first. */
  async #estimated(
    userId: string,
    candidate: BacktestCandidate,
    judged: readonly Pick<PlannedCase, 'round' | 'judge'>[],
    maxCharacters: number,
  ): Promise<PlannedCase[]> {
    const calls = judged.map(({ round }) => candidateCallOf(candidate, round));
    const answers = await this.estimates.estimateCalls(userId, calls);
    const max = maxCharacters * bytesOfCharacter;
    const comparisons = judged.map(({ round, judge }, index): PlannedCall => {
      const bytes = round.contextBytes + round.replyBytes + (answers[index]?.answerHighBytes ?? round.replyBytes);
      const sent = comparePromptBytes() + Math.min(bytes, max);
      return { aiService: judge, bytes: sent, fileBytes: 0, hasSchema: true, task: compareTask };
    });
    const verdicts = await this.estimates.estimateCalls(userId, comparisons);
    return judged.flatMap((each, index) => {
      const [candidateCall, judgeCall] = [answers[index], verdicts[index]];
      return candidateCall && judgeCall ? { ...each, candidateCall, judgeCall } : [];
    });
  }
}

export const toNewCase = ({ round, judge, candidateCall, judgeCall }: PlannedCase): NewCase => ({
  broadcastId: round.broadcastId,
  conversationId: round.conversationId,
  comparisonId: round.comparisonId,
  messageId: round.messageId,
  baseline: round.aiService,
  isPinned: round.isPinned,
  baselineUsd: round.costUsd,
  baselineMs: round.responseTimeMs,
  tags: round.tags,
  question: round.question,
  judge,
  candidateMicros: expectedOf(candidateCall),
  judgeMicros: expectedOf(judgeCall),
});

/** The most a call is expected to cost: nothing where its service has no price, undefined where nobody knows. */
const expectedOf = ({ price, cost }: CallEstimate): number | undefined =>
  price === PriceKnowledge.FREE ? 0 : cost?.highMicros;

const judgeOf = (judges: readonly AiService[], { candidate, judge }: WantedBacktest, { aiService }: SampleRound) =>
  chooseJudge(judges, { candidate: candidate.aiService, baseline: aiService, chosen: judge });

const candidateCallOf = ({ aiService, settings }: BacktestCandidate, round: SampleRound): PlannedCall => ({
  aiService,
  bytes: round.contextBytes + Buffer.byteLength(settings?.systemPrompt ?? ''),
  fileBytes: 0,
  maxOutputTokens: settings?.maxOutputTokens,
});

function mustBeText(services: readonly AiService[], name: string, path: string): void {
  const isText = services.some((service) => service.name === name && service.category === Category.TEXT);
  if (!isText) throw errors.unknownService(name, path);
}
