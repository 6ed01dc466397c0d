import { Injectable } from '@nestjs/common';
import {
  Category,
  PriceKnowledge,
  type AiService,
  type BacktestCandidate,
  type CallEstimate,
  type PlannedCall,
  type SuiteAssertion,
  type SuiteRunEstimate,
} from '@polylogue/proto';
import { CatalogClient } from '@polylogue/service-kit';
import { callsOf } from '../backtests/estimate.rules.js';
import { chooseJudge } from '../backtests/judge-choice.rules.js';
import { EstimatesClient } from '../clients/estimates.client.js';
import { allowed, candidateOf, chosenMode, modeOf } from '../judging/plan.rules.js';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import { isJudged } from './checks.rules.js';
import { judgedPromptBytes } from './judged-prompt.rules.js';
import { judgedTask } from './suite-caller.service.js';
import type { CaseRow } from './suite.entity.js';
import * as errors from './suites.errors.js';

/** Who would answer and judge, and what is asked. */
export interface WantedRun {
  candidate: BacktestCandidate;
  judge?: string | undefined;
  assertions: readonly SuiteAssertion[];
  cases: readonly Pick<CaseRow, 'contextBytes' | 'assertions'>[];
}

export interface RunPlan {
  judge: string | undefined;
  /** By case: the most that one try is expected to cost; null: unknown. */
  expectedMicros: (number | null)[];
  estimate: SuiteRunEstimate;
}

/** A character takes up to four bytes. */
const bytesOfCharacter = 4;
/** Where nobody knows how long an answer will be. */
const usualAnswerBytes = 4_000;

/** Who judges a run, and what its calls would cost. Nothing is called. */
@Injectable()
export class SuitePlans {
  constructor(
    private readonly catalog: CatalogClient,
    private readonly estimates: EstimatesClient,
    private readonly settings: CurrentSettings,
  ) {}

  /** Throws where the candidate or the judge that is named is no text service. */
  async mustBeText(candidate: string, judge: string | undefined): Promise<void> {
    const services = await this.catalog.list();
    mustBeText(services, candidate, 'candidate.aiService');
    if (judge !== undefined) mustBeText(services, judge, 'judge');
  }

  async plan(userId: string, wanted: WantedRun): Promise<RunPlan> {
    const { candidate, assertions, cases } = wanted;
    const judgedOf = (own: readonly SuiteAssertion[]) => [...assertions, ...own].filter(isJudged);
    const needsJudge = cases.some((each) => judgedOf(each.assertions).length > 0);
    const judge = await this.#judgeOf(wanted, needsJudge);
    const answers = await this.estimates.estimateCalls(
      userId,
      cases.map(({ contextBytes }) => candidateCallOf(candidate, contextBytes)),
    );
    const max = (await this.settings.current()).maxCharacters * bytesOfCharacter;
    const judged = cases.flatMap((each, index) =>
      judgedOf(each.assertions).map(({ text = '' }) => {
        const bytes =
          each.contextBytes + (answers[index]?.answerHighBytes ?? usualAnswerBytes) + Buffer.byteLength(text);
        const sent = judgedPromptBytes() + Math.min(bytes, max);
        const call = { aiService: judge!, bytes: sent, fileBytes: 0, hasSchema: true, task: judgedTask };
        return { index, call };
      }),
    );
    const verdicts = await this.estimates.estimateCalls(
      userId,
      judged.map(({ call }) => call),
    );
    const verdictsOf = (index: number) => verdicts.filter((_each, place) => judged[place]!.index === index);
    return {
      judge,
      expectedMicros: answers.map((answer, index) => highest([answer, ...verdictsOf(index)])),
      estimate: {
        calls: answers.length + verdicts.length,
        candidate: callsOf(candidate.aiService, answers),
        judge: judge === undefined ? undefined : callsOf(judge, verdicts),
      },
    };
  }

  async #judgeOf({ candidate, judge }: WantedRun, needsJudge: boolean): Promise<string | undefined> {
    const [services, settings] = await Promise.all([this.catalog.list(), this.settings.current()]);
    mustBeText(services, candidate.aiService, 'candidate.aiService');
    if (!needsJudge) return undefined;
    const able = allowed(services.map(candidateOf), settings);
    const isOff = modeOf(chosenMode(settings), able) === 'off';
    const judges = services.filter(({ name }) => able.some((each) => each.name === name));
    const { aiService } = candidate;
    const chosen = isOff
      ? undefined
      : chooseJudge(judges, { candidate: aiService, baseline: aiService, chosen: judge });
    if (chosen === undefined) throw errors.noJudgeAllowed();
    return chosen;
  }
}

const candidateCallOf = ({ aiService, settings }: BacktestCandidate, contextBytes: number): PlannedCall => ({
  aiService,
  bytes: contextBytes + Buffer.byteLength(settings?.systemPrompt ?? ''),
  fileBytes: 0,
  maxOutputTokens: settings?.maxOutputTokens,
});

/** Null while one of them is unknown. */
function highest(calls: readonly CallEstimate[]): number | null {
  const known = calls.flatMap(({ cost, price }) => (cost ? cost.highMicros : price === PriceKnowledge.FREE ? 0 : []));
  return known.length === calls.length ? known.reduce((sum, micros) => sum + micros, 0) : null;
}

function mustBeText(services: readonly AiService[], name: string, path: string): void {
  const isText = services.some((service) => service.name === name && service.category === Category.TEXT);
  if (!isText) throw errors.unknownService(name, path);
}
