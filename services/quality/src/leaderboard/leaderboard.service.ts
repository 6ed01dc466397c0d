import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import { AppError, Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { RoundRecordsClient } from '../clients/round-records.client.js';
import { calibrationOf, type Calibrated } from './calibration.rules.js';
import type { ContestantRow, Counted, VerdictRow } from './figures.entity.js';
import { FiguresRepository, maxVerdicts, maxVotes } from './figures.repository.js';
import { standingsOf, votesIn, type Standing } from './people.rules.js';
import { scoresOf, type Scored } from './scores.rules.js';

/** What is wanted: whose rounds, and which of them. */
export interface Wanted {
  wholeInstallation: boolean;
  tag?: string | undefined;
  since?: Date | undefined;
}

export interface LeaderboardFigures {
  people: Standing[];
  votes: number;
  allBad: number;
  scores: Scored[];
  verdicts: number;
  calibrated: Scored[];
  leftOut: string[];
  isCut: boolean;
}

interface Material {
  contestants: ContestantRow[];
  verdicts: VerdictRow[];
}

@Injectable()
export class LeaderboardService {
  constructor(
    private readonly figures: FiguresRepository,
    private readonly records: RoundRecordsClient,
    private readonly database: Database,
  ) {}

  async leaderboard(caller: Caller, wanted: Wanted, byService: boolean): Promise<LeaderboardFigures> {
    const material = await this.#read(caller, wanted);
    const { contestants, verdicts } = material;
    const votes = votesIn(contestants);
    const judges = calibrationOf(contestants, verdicts);
    const leftOut = judges.filter(({ isWorseThanChance }) => isWorseThanChance).map(({ judge }) => judge);
    return {
      people: standingsOf(contestants, byService),
      votes: votes.length,
      allBad: votes.filter(([first]) => first?.outcome === 'all_bad').length,
      scores: scoresOf(verdicts, byService),
      verdicts: verdicts.length,
      calibrated: scoresOf(verdicts, byService, new Set(leftOut)),
      leftOut,
      isCut: isCut(material),
    };
  }

  /** Lengths are the caller's own: nobody is asked about replies of others. */
  async calibration(caller: Caller, wanted: Wanted) {
    const material = await this.#read(caller, wanted);
    const { contestants, verdicts } = material;
    const messageIds = [...new Set(verdicts.map(({ messageId }) => messageId))];
    const lengths = wanted.wholeInstallation
      ? new Map<string, number>()
      : await this.records.lengths(caller.userId, messageIds);
    const judged = new Set(verdicts.map(({ broadcastId }) => broadcastId));
    return {
      judges: calibrationOf(contestants, verdicts, lengths) satisfies Calibrated[],
      votes: votesIn(contestants).filter(([first]) => first && judged.has(first.broadcastId)).length,
      hasLengths: !wanted.wholeInstallation,
      isCut: isCut(material),
    };
  }

  async #read(caller: Caller, { wholeInstallation, tag, since }: Wanted): Promise<Material> {
    if (wholeInstallation) caller.mustBeAdmin();
    if (tag !== undefined && (wholeInstallation || tag.length > contractLimits.comparison.tagLength)) throw noSuchTag();
    const { userId } = caller;
    if (wholeInstallation) return this.database.asWorker((tx) => this.#material(tx, { since }));
    const conversationIds = tag === undefined ? undefined : await this.records.tagged(userId, tag);
    return this.database.readAsUser(userId, (tx) => this.#material(tx, { ownerId: userId, conversationIds, since }));
  }

  async #material(tx: Transaction, counted: Counted): Promise<Material> {
    const contestants = await this.figures.contestants(tx, counted);
    return { contestants, verdicts: await this.figures.verdicts(tx, counted) };
  }
}

const isCut = ({ contestants, verdicts }: Material): boolean =>
  votesIn(contestants).length >= maxVotes || verdicts.length >= maxVerdicts;

const noSuchTag = () => {
  const message = "Tags are each user's own: figures of the whole installation have none. Leave the tag out.";
  return new AppError('invalid', 'invalid_leaderboard', message, { issues: [{ path: 'tag', message }] });
};
