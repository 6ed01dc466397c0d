import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { RoundRecordsClient } from '../clients/round-records.client.js';
import { RubricVersions } from '../rubrics/rubric-versions.service.js';
import { calibrationOf } from './calibration.rules.js';
import { ComparisonsRepository } from './comparisons.repository.js';
import { comparingOf } from './comparisons.rules.js';
import type { ContestantRow, Counted, VerdictRow } from './figures.entity.js';
import { FiguresRepository, maxVerdicts, maxVotes } from './figures.repository.js';
import { inTurns } from './in-turns.js';
import { ballotsOf, standingsOf, votesIn, type Standing } from './people.rules.js';
import { noSuchTag } from './leaderboard.errors.js';
import { rubricIn, scoredRubrics, type ScoredRubric } from './scored-rubrics.rules.js';
import { scoresOf, type Scored } from './scores.rules.js';
import { VoteFits } from './vote-fits.service.js';

/** What is wanted: whose rounds, and which of them. */
export interface Wanted {
  wholeInstallation: boolean;
  tag?: string | undefined;
  since?: Date | undefined;
  /** A version of a rubric; undefined: the built-in one. */
  rubric?: string | undefined;
  /** Without `rubric` what the installation judges by without a choice, where replies were scored by it. */
  preferDefault?: boolean | undefined;
}

export interface LeaderboardFigures {
  people: Standing[];
  notRated: number;
  votes: number;
  allBad: number;
  scores: Scored[];
  verdicts: number;
  calibrated: Scored[];
  leftOut: string[];
  isCut: boolean;
  rubric: ScoredRubric;
  rubrics: ScoredRubric[];
}

interface WantedRubric {
  version: string | undefined;
  preferred: readonly string[];
}

interface Material {
  /** By which the verdicts are, and those that could be chosen. */
  rubric: ScoredRubric;
  rubrics: ScoredRubric[];
  contestants: ContestantRow[];
  verdicts: VerdictRow[];
}

@Injectable()
export class LeaderboardService {
  constructor(
    private readonly figures: FiguresRepository,
    private readonly comparisons: ComparisonsRepository,
    private readonly fits: VoteFits,
    private readonly records: RoundRecordsClient,
    private readonly rubrics: RubricVersions,
    private readonly database: Database,
  ) {}

  async leaderboard(caller: Caller, wanted: Wanted, byService: boolean): Promise<LeaderboardFigures> {
    const material = await this.#read(caller, wanted, (...figures) => this.#material(...figures));
    const { contestants, verdicts, rubric, rubrics } = material;
    const votes = votesIn(contestants);
    const { keys, ballots } = ballotsOf(contestants, byService);
    const fit = await this.fits.of(ballots, keys.length);
    const judges = await inTurns(calibrationOf(contestants, verdicts));
    const leftOut = judges.filter(({ isWorseThanChance }) => isWorseThanChance).map(({ judge }) => judge);
    return {
      people: standingsOf(contestants, byService, keys, fit),
      notRated: fit.leftOut,
      votes: votes.length,
      allBad: votes.filter(([first]) => first?.outcome === 'all_bad').length,
      scores: await inTurns(scoresOf(verdicts, byService)),
      verdicts: verdicts.length,
      calibrated: await inTurns(scoresOf(verdicts, byService, new Set(leftOut))),
      leftOut,
      isCut: isCut(material),
      rubric,
      rubrics,
    };
  }

  /** Lengths are the caller's own: nobody is asked about replies of others. */
  async calibration(caller: Caller, wanted: Wanted) {
    const { pairs, ...material } = await this.#read(caller, wanted, async (tx, counted, by) => ({
      ...(await this.#material(tx, counted, by)),
      pairs: await this.comparisons.pairs(tx, counted),
    }));
    const { contestants, verdicts, rubric, rubrics } = material;
    const messageIds = [...new Set(verdicts.map(({ messageId }) => messageId))];
    const lengths = wanted.wholeInstallation
      ? new Map<string, number>()
      : await this.records.lengths(caller.userId, messageIds);
    const judged = new Set(verdicts.map(({ broadcastId }) => broadcastId));
    return {
      judges: await inTurns(calibrationOf(contestants, verdicts, rubric.criteria, lengths)),
      votes: votesIn(contestants).filter(([first]) => first && judged.has(first.broadcastId)).length,
      hasLengths: !wanted.wholeInstallation,
      isCut: isCut(material),
      rubric,
      rubrics,
      comparisons: comparingOf(pairs),
    };
  }

  async #read<T>(
    caller: Caller,
    { wholeInstallation, tag, since, ...wanted }: Wanted,
    read: (tx: Transaction, counted: Counted, rubric: WantedRubric) => Promise<T>,
  ): Promise<T> {
    if (wholeInstallation) caller.mustBeAdmin();
    if (tag !== undefined && (wholeInstallation || tag.length > contractLimits.comparison.tagLength)) throw noSuchTag();
    const { userId } = caller;
    const rubric = { version: wanted.rubric, preferred: wanted.preferDefault ? await this.rubrics.ofDefault() : [] };
    if (wholeInstallation) return this.database.asWorker((tx) => read(tx, { since }, rubric));
    const conversationIds = tag === undefined ? undefined : await this.records.tagged(userId, tag);
    const counted = { ownerId: userId, conversationIds, since };
    return this.database.readAsUser(userId, (tx) => read(tx, counted, rubric));
  }

  async #material(tx: Transaction, counted: Counted, { version, preferred }: WantedRubric): Promise<Material> {
    const rubrics = scoredRubrics(await this.figures.rubrics(tx, counted));
    const rubric = rubricIn(rubrics, version, preferred);
    const contestants = await this.figures.contestants(tx, counted);
    return { rubric, rubrics, contestants, verdicts: await this.figures.verdicts(tx, counted, rubric) };
  }
}

const isCut = ({ contestants, verdicts }: Material): boolean =>
  votesIn(contestants).length >= maxVotes || verdicts.length >= maxVerdicts;
