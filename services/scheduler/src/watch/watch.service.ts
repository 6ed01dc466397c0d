import { Injectable } from '@nestjs/common';
import { stance, type ReadClaimsResponse, costSource } from '@polylogue/proto';
import type { CallingKey, Transaction } from '@polylogue/service-kit';
import { ClaimsClient } from '../clients/claims.client.js';
import { JudgingClient } from '../clients/judging.client.js';
import { compareRun } from './comparison.js';
import { judgedRuns } from './scores.rules.js';
import {
  emptyState,
  type Comparison,
  type JudgedRun,
  type Outcome,
  type Reading,
  type ReadingRequest,
  type WatchAnswer,
  type WatchSettings,
} from './watch.entity.js';
import { WatchRepository, type HeldRun } from './watch.repository.js';

/** A run that is watched, once its services have answered. */
export interface WatchedRun extends HeldRun {
  apiKey: CallingKey | null;
  content: string;
  aiServices: readonly string[];
  watch: WatchSettings;
  signal: AbortSignal;
  /** One more answer of a service; undefined when the run is cut off. */
  ask: (aiService: string) => Promise<Omit<WatchAnswer, 'number'> | undefined>;
  /** Writes and reads that wait while Postgres is away. */
  inDatabase: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /** The run is another process' by now. */
  onLost: () => void;
}

const maxEarlier = 6;
const outcomes: Partial<Record<string, Outcome>> = { says: 's', contradicts: 'c', silent: '-' };

/** Compares watched runs. What was asked and read is stored at once: after a crash it is not paid for again. */
@Injectable()
export class WatchService {
  constructor(
    private readonly repository: WatchRepository,
    private readonly claims: ClaimsClient,
    private readonly judging: JudgingClient,
  ) {}

  /** Undefined when the run was cut off. */
  async compare(run: WatchedRun): Promise<Comparison | undefined> {
    const { state, answers, further } = await run.inDatabase(async (tx) => ({
      state: (await this.repository.state(tx, run.savedQueryId, run.watch.basis)) ?? emptyState(),
      answers: await this.repository.results(tx, run.id),
      further: await this.repository.furtherAnswers(tx, run.id),
    }));
    const { aiServices, watch } = run;
    const task = { aiServices, baselineRuns: watch.baselineRuns, state, answers };
    return compareRun(task, {
      ask: (aiService, number) => this.#ask(run, further, aiService, number),
      read: (step, request) => this.#read(run, step, request),
      earlier: (aiService) =>
        run.inDatabase((tx) => this.repository.earlier(tx, run, watch.basis, aiService, maxEarlier)),
      judgedAfter: (executionId) => this.#judgedAfter(run, executionId),
    });
  }

  /** None while quality is away: the next run asks for them again. */
  async #judgedAfter(run: WatchedRun, executionId: number): Promise<JudgedRun[]> {
    const kept = await run.inDatabase((tx) => this.repository.keptRuns(tx, run, run.watch.basis, executionId));
    if (kept.length === 0) return [];
    const ids = kept.map(({ broadcastId }) => broadcastId);
    const broadcasts = await this.judging.scoresOf(run.userId, ids, run.signal).catch(() => []);
    const judged = broadcasts.map(({ broadcastId, done, rubricVersion, services }) => {
      const scores = services.map(({ aiService, medianOverall }) => ({ aiService, score: medianOverall }));
      return [broadcastId, { isDone: done, rubric: rubricVersion, scores }] as const;
    });
    return judgedRuns(kept, new Map(judged));
  }

  async #ask(run: WatchedRun, stored: readonly WatchAnswer[], aiService: string, number: number) {
    const before = stored.find((each) => each.aiService === aiService && each.number === number);
    if (before) return before;
    const asked = await run.ask(aiService);
    if (asked === undefined) return undefined;
    const answer = { ...asked, number };
    if (await run.inDatabase((tx) => this.repository.storeAnswer(tx, run, answer))) return answer;
    run.onLost();
    return undefined;
  }

  async #read(run: WatchedRun, step: number, request: ReadingRequest): Promise<Reading | undefined> {
    const before = await run.inDatabase((tx) => this.repository.reading(tx, run.id, step));
    if (before) return before;
    const { userId, apiKey, signal, content: question, watch } = run;
    const asked = {
      question,
      focus: watch.focus ?? undefined,
      knownClaims: [...request.known],
      texts: [...request.texts],
      onlyKnown: request.onlyKnown,
      extractor: watch.extractor ?? request.extractor,
      onlyExtractor: Boolean(watch.extractor),
    };
    const answer = await this.claims.read(asked, { userId, apiKey: apiKey ?? undefined, signal });
    if (answer === undefined) return undefined;
    const reading = toReading(answer);
    if (await run.inDatabase((tx) => this.repository.storeReading(tx, run, step, reading))) return reading;
    run.onLost();
    return undefined;
  }
}

function toReading({ extractor, claims, cost }: ReadClaimsResponse): Reading {
  const isDollars = cost?.currency === 'USD';
  return {
    extractor,
    costMicros: isDollars ? Math.round(cost.amount * 1_000_000) : null,
    costSource: isDollars ? costSource.toWord(cost.source) : null,
    claims: claims.map(({ text, cells }) => ({
      text,
      cells: cells.map((cell) => ({
        outcome: outcomes[stance.toWord(cell.stance)],
        quote: cell.quote?.text,
        start: cell.quote?.start,
        end: cell.quote?.end,
      })),
    })),
  };
}
