import { AppError } from '@polylogue/service-kit';
import { maxConfirmations } from './floor.rules.js';
import { claimIdsOf, claimKey, idOf, isReadable, observe, type Observation } from './observations.rules.js';
import { decide, learn, needsAnother, unreadIn, type ServiceRun } from './service-changes.rules.js';
import { takeScores } from './scores.rules.js';
import { changeOf, sentences } from './sentences.rules.js';
import type {
  Comparison,
  JudgedRun,
  Outcome,
  Reading,
  ReadingRequest,
  RunChange,
  RunReport,
  TimelineCell,
  WatchAnswer,
  WatchState,
} from './watch.entity.js';

/** What comparing a run needs of the world. Each may be asked again after a crash, and answers what it answered before. */
export interface WatchSources {
  /** One more answer of a service; undefined when the run is cut off. */
  ask(aiService: string, number: number): Promise<WatchAnswer | undefined>;
  /** A reading of the run, numbered from 1; undefined when the run is cut off. Throws an AppError that says why not. */
  read(step: number, request: ReadingRequest): Promise<Reading | undefined>;
  /** The latest answers before this run, newest first. */
  earlier(aiService: string): Promise<readonly WatchAnswer[]>;
  /** Earlier runs after this one whose judges are done, oldest first. */
  judgedAfter(executionId: number): Promise<readonly JudgedRun[]>;
}

export interface WatchTask {
  aiServices: readonly string[];
  baselineRuns: number;
  state: WatchState;
  /** The results of the run. */
  answers: readonly WatchAnswer[];
}

/** What was asked and read beside the results. */
interface Further {
  answers: WatchAnswer[];
  readings: Reading[];
}

const maxClaims = 60;
const maxTexts = 160;

/**
 * Compares a run with what was reported last. Services that are not known yet are asked until their baseline is whole; a
 * service whose answer differs is asked again before it is reported. Undefined when the run was cut off.
 */
export async function compareRun(task: WatchTask, sources: WatchSources): Promise<Comparison | undefined> {
  const further: Further = { answers: [], readings: [] };
  try {
    return await new RunComparison(task, sources, further).compare();
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return notCompared(task, error.sentence, further);
  }
}

class RunComparison {
  readonly #state: WatchState;
  readonly #isKnown: (aiService: string) => boolean;
  readonly #answers: WatchAnswer[];

  constructor(
    private readonly task: WatchTask,
    private readonly sources: WatchSources,
    private readonly further: Further,
  ) {
    this.#state = structuredClone(task.state);
    this.#isKnown = (aiService) => Object.hasOwn(task.state.services, aiService);
    this.#answers = [...task.answers];
  }

  async compare(): Promise<Comparison | undefined> {
    if (!(await this.#completeBaseline())) return undefined;
    const first = await this.#read(1, this.#answers.filter(isReadable), false);
    if (first === undefined) return undefined;
    const observed = first.observations;
    const confirmed = await this.#confirm(observed);
    return (
      confirmed && this.#conclude(observed, confirmed, await this.sources.judgedAfter(this.#state.scoredUpTo ?? 0))
    );
  }

  /** Asks services that are not known yet, as far as they answer. */
  async #completeBaseline(): Promise<boolean> {
    const unknown = this.task.answers.filter((answer) => isReadable(answer) && !this.#isKnown(answer.aiService));
    const numbers = Array.from({ length: this.task.baselineRuns - 1 }, (_, index) => index + 2);
    const asked = await this.#ask(unknown.flatMap(({ aiService }) => numbers.map((number) => ({ aiService, number }))));
    this.#answers.push(...(asked ?? []));
    return asked !== undefined;
  }

  /** Undefined when the run was cut off before all had answered. */
  async #ask(wanted: readonly { aiService: string; number: number }[]): Promise<WatchAnswer[] | undefined> {
    const asked = await Promise.all(wanted.map(({ aiService, number }) => this.sources.ask(aiService, number)));
    const answers = asked.filter((answer) => answer !== undefined);
    this.further.answers.push(...answers);
    return answers.length === asked.length ? answers : undefined;
  }

  /** Reads these answers. Those of the run that are not among them say nothing of claims. */
  async #read(step: number, texts: readonly WatchAnswer[], onlyKnown: boolean) {
    const { extractor } = this.#state;
    const known = this.#state.claims.map(({ text }) => text);
    const request = {
      known,
      onlyKnown,
      extractor,
      texts: texts
        .slice(0, maxTexts)
        .map((answer) => ({ id: idOf(answer), aiService: answer.aiService, text: answer.text })),
    };
    const reading = texts.length > 0 ? await this.sources.read(step, request) : noReading;
    if (reading === undefined) return undefined;
    if (reading !== noReading) {
      this.further.readings.push(reading);
      this.#state.extractor = reading.extractor;
    }
    const ids = claimIdsOf(reading, this.#state);
    const places = new Map(request.texts.map(({ id }, place) => [id, place]));
    const observeOne = (answer: WatchAnswer) => observe(answer, reading, ids, places.get(idOf(answer)) ?? -1);
    return { observations: this.#answers.map(observeOne), observeOne };
  }

  /**
   * Asks services that seem to have changed again, one answer at a time while it is not certain; with the first of them, whether
   * their earlier answers made what seems new.
   */
  async #confirm(observed: readonly Observation[]): Promise<ServiceRun[] | undefined> {
    const runs = await Promise.all(
      this.task.aiServices.filter(this.#isKnown).map((name) => this.#runOf(name, observed)),
    );
    for (let round = 1; round <= maxConfirmations; round += 1) {
      const left = maxConfirmations - round + 1;
      const open = runs.filter((run) => needsAnother(run, left, run.unreadIn.length));
      const doubted = runs.filter(
        ({ unread, unreadIn: texts }) => round === 1 && unread.length > 0 && texts.length > 0,
      );
      if (open.length === 0 && doubted.length === 0) break;
      const asked = await this.#ask(open.map(({ aiService }) => ({ aiService, number: round + 1 })));
      const texts = asked && [...asked, ...doubted.flatMap(({ unreadIn: earlier }) => earlier)].filter(isReadable);
      const second = texts && (await this.#read(round + 1, texts, true));
      if (!second) return undefined;
      for (const run of open) {
        const own = asked.filter(({ aiService }) => aiService === run.aiService);
        run.observations = [...run.observations, ...own.map(second.observeOne)];
      }
      for (const run of doubted) {
        run.earlier = outcomesBefore(run.unread, run.unreadIn.map(second.observeOne));
        run.unreadIn = [];
      }
    }
    return runs;
  }

  async #runOf(aiService: string, observed: readonly Observation[]) {
    const state = this.#state.services[aiService]!;
    const observations = observed.filter(({ answer }) => answer.aiService === aiService);
    const unread = observations.flatMap((each) => unreadIn(state, each));
    const texts = unread.length > 0 ? asEarlier(await this.sources.earlier(aiService)) : [];
    return { aiService, state, observations, earlier: {} as ServiceRun['earlier'], unread, unreadIn: texts };
  }

  #conclude(observed: readonly Observation[], runs: readonly ServiceRun[], judged: readonly JudgedRun[]): Comparison {
    const changes: RunChange[] = [];
    const changedKeys = new Set<string>();
    for (const run of runs.filter(({ observations }) => observations.length > 0)) {
      const decided = decide(run, this.#state.claims);
      this.#state.services[run.aiService] = decided.state;
      changes.push(...decided.changes);
      for (const { key } of decided.changed) changedKeys.add(`${run.aiService} ${key}`);
    }
    changes.push(
      ...takeScores(this.#state, judged).filter(({ aiService }) => this.task.aiServices.includes(aiService)),
    );
    for (const aiService of this.task.aiServices.filter((name) => !this.#isKnown(name))) {
      const own = observed.filter(({ answer }) => answer.aiService === aiService);
      // One that could not answer has its baseline taken when it does.
      if (own[0] && isReadable(own[0].answer)) this.#state.services[aiService] = learn(own);
    }
    this.#state.isNotCompared = undefined;
    const cells = this.#cells(observed, changedKeys);
    this.#forgetClaims();
    return { state: this.#state, report: reportOf(this.task, changes, cells, runs.length === 0, this.further) };
  }

  /** What the first answer of each service said of each claim that some service makes. */
  #cells(observed: readonly Observation[], changed: ReadonlySet<string>): TimelineCell[] {
    const firsts = observed.filter(({ answer }) => answer.number === 1);
    return firsts.flatMap(({ answer: { aiService }, outcomes, cells }) =>
      this.#state.claims.flatMap(({ id }) => {
        const key = claimKey(id);
        const outcome = outcomes[key];
        if (outcome === undefined) return [];
        return {
          claim: id,
          aiService,
          outcome,
          isChange: changed.has(`${aiService} ${key}`),
          quote: cells[key]?.quote,
        };
      }),
    );
  }

  /** Keeps the claims that were made most recently, as many as a reader can look for. */
  #forgetClaims(): void {
    const services = Object.values(this.#state.services);
    const ageOf = ({ id }: { id: number }) =>
      Math.min(
        ...services.map(({ tracks }) => {
          const seen = tracks[claimKey(id)]?.seen ?? '';
          const last = Math.max(seen.lastIndexOf('s'), seen.lastIndexOf('c'));
          return last === -1 ? Infinity : seen.length - last;
        }),
      );
    const kept = this.#state.claims
      .toSorted((one, other) => ageOf(one) - ageOf(other) || one.id - other.id)
      .slice(0, maxClaims)
      .filter((claim) => ageOf(claim) < Infinity);
    this.#state.claims = kept.toSorted((one, other) => one.id - other.id);
    const ids = new Set(kept.map(({ id }) => claimKey(id)));
    for (const service of services) {
      const isKept = ([key]: [string, unknown]) => !key.startsWith('claim:') || ids.has(key);
      service.tracks = Object.fromEntries(Object.entries(service.tracks).filter(isKept));
    }
  }
}

const noReading: Reading = { extractor: '', claims: [], costMicros: 0, costSource: null };

/** Earlier answers under numbers that no answer of the run has. */
const asEarlier = (answers: readonly WatchAnswer[]) =>
  answers.map((answer, index) => ({ ...answer, number: -1 - index }));

function outcomesBefore(keys: readonly string[], observations: readonly Observation[]) {
  const of = (key: string): Outcome[] => observations.flatMap(({ outcomes }) => outcomes[key] ?? []);
  return Object.fromEntries(keys.map((key) => [key, of(key)]));
}

function reportOf(
  { aiServices }: WatchTask,
  changes: RunChange[],
  cells: TimelineCell[],
  isBaseline: boolean,
  further: Further,
): RunReport {
  return {
    isBaseline,
    changedServices: new Set(changes.map(({ aiService }) => aiService)).size,
    totalServices: aiServices.length,
    changes,
    cells,
    error: null,
    ...costOf(further),
  };
}

/** The state stays as it was; said once, and not again until answers could be compared. */
function notCompared(task: WatchTask, error: string, further: Further): Comparison {
  const { aiServices, state } = task;
  const isNews = state.isNotCompared !== true;
  const sentence = sentences.not_compared(error);
  const changes = isNews ? aiServices.map((aiService) => changeOf(aiService, 'not_compared', sentence)) : [];
  const report = reportOf(task, changes, [], Object.keys(state.services).length === 0, further);
  return { state: { ...state, isNotCompared: true }, report: { ...report, error } };
}

function costOf({ answers, readings }: Further) {
  const parts = [...answers, ...readings];
  const isKnown = parts.every(({ costMicros }) => costMicros !== null);
  return {
    furtherAnswers: answers.length,
    costMicros: isKnown ? parts.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0) : null,
    costSource: parts.some(({ costSource }) => costSource === 'estimate')
      ? ('estimate' as const)
      : (parts.find(({ costSource }) => costSource !== null)?.costSource ?? null),
  };
}
