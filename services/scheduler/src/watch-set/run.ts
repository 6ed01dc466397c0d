import { compareRun } from '../watch/comparison.js';
import { emptyState, type RunReport, type WatchAnswer, type WatchState } from '../watch/watch.entity.js';
import { SeededRandom } from './random.js';
import { ScriptedExtractor, statedQuality, type ExtractorQuality } from './scripted-extractor.js';
import { plantable, ScriptedService, type Planted } from './scripted-service.js';

/** What the set found. */
export interface SetResult {
  equalAnswers: number;
  falseAlarms: number;
  planted: { change: Planted; isFound: boolean }[];
  /** Further answers per run after the first ones. */
  furtherAnswers: number;
  runs: number;
}

const baselineRuns = 3;
const sizes = { queries: 20, services: 2, runs: 5, planted: 50 };

/** A watched query of scripted services, run by run. */
class ScriptedQuery {
  #state: WatchState = emptyState();
  readonly #extractor: ScriptedExtractor;
  readonly #answers: WatchAnswer[] = [];
  readonly services: ScriptedService[];

  constructor(seed: number, quality: ExtractorQuality) {
    const random = new SeededRandom(seed);
    this.#extractor = new ScriptedExtractor(quality, random);
    this.services = Array.from({ length: sizes.services }, (_, index) => new ScriptedService(`s${index + 1}`, random));
  }

  async run(): Promise<RunReport> {
    const answers = this.services.map((service) => service.answer(1));
    const asked: WatchAnswer[] = [];
    const aiServices = this.services.map(({ name }) => name);
    const comparison = await compareRun(
      { aiServices, baselineRuns, state: this.#state, answers },
      {
        ask: (aiService, number) => {
          const answer = this.services.find(({ name }) => name === aiService)!.answer(number);
          asked.push(answer);
          return Promise.resolve(answer);
        },
        read: (_step, request) => Promise.resolve(this.#extractor.read(request)),
        earlier: (aiService) =>
          Promise.resolve(this.#answers.filter((each) => each.aiService === aiService && each.isSuccess).slice(-6)),
        // They are not judged.
        judgedAfter: () => Promise.resolve([]),
      },
    );
    this.#answers.push(...answers, ...asked);
    this.#state = comparison!.state;
    return comparison!.report;
  }
}

/** Runs the set: answers of equal content in other words, and planted changes. */
export async function runWatchSet(seed: number, quality: ExtractorQuality): Promise<SetResult> {
  const result: SetResult = { equalAnswers: 0, falseAlarms: 0, planted: [], furtherAnswers: 0, runs: 0 };
  for (let index = 0; index < sizes.queries; index += 1) {
    const query = new ScriptedQuery(seed * 1_000 + index, quality);
    await query.run();
    for (let run = 0; run < sizes.runs; run += 1) {
      const report = await query.run();
      result.equalAnswers += sizes.services;
      result.falseAlarms += report.changedServices;
      result.furtherAnswers += report.furtherAnswers;
      result.runs += 1;
    }
  }
  for (let index = 0; index < sizes.planted; index += 1) {
    const query = new ScriptedQuery(seed * 1_000 + 500 + index, quality);
    for (let run = 0; run < 3; run += 1) await query.run();
    const change = plantable[index % plantable.length]!;
    query.services[0]!.plant(change);
    const { changes } = await query.run();
    const isFound = changes.some(({ aiService, kind }) => aiService === 's1' && kind === change);
    result.planted.push({ change, isFound });
  }
  return result;
}

const usualSeeds = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

/** Several sets, added up. */
export async function runWatchSets(seeds = usualSeeds, quality: ExtractorQuality = statedQuality): Promise<SetResult> {
  const results: SetResult[] = [];
  for (const seed of seeds) results.push(await runWatchSet(seed, quality));
  const sum = (of: (result: SetResult) => number) => results.reduce((total, each) => total + of(each), 0);
  return {
    equalAnswers: sum((each) => each.equalAnswers),
    falseAlarms: sum((each) => each.falseAlarms),
    planted: results.flatMap(({ planted }) => planted),
    furtherAnswers: sum((each) => each.furtherAnswers),
    runs: sum((each) => each.runs),
  };
}

export const foundOf = ({ planted }: SetResult) => planted.filter(({ isFound }) => isFound).length;

export function toTable(result: SetResult): string {
  const { equalAnswers, falseAlarms, planted, furtherAnswers, runs } = result;
  const rows = [
    ['answers of equal content', String(equalAnswers), `${falseAlarms} false alarms`],
    ...plantable.map((kind) => {
      const of = planted.filter(({ change }) => change === kind);
      return [`planted: ${kind}`, String(of.length), `${of.filter(({ isFound }) => isFound).length} found`];
    }),
    ['planted, all', String(planted.length), `${foundOf(result)} found`],
    ['runs without a change', String(runs), `${furtherAnswers} further answers`],
  ];
  const head = [
    ['what', 'count', 'came of it'],
    ['---', '---', '---'],
  ];
  return [...head, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
