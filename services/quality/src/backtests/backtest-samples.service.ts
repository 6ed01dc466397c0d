import { Injectable } from '@nestjs/common';
import {
  isUuid,
  sampleGapReason,
  sampleSource,
  type BacktestGap,
  type BacktestSample,
  type SampleGap,
  type SampleRound,
} from '@polylogue/proto';
import { Database } from '@polylogue/service-kit';
import { SampleRoundsClient } from '../clients/sample-rounds.client.js';
import { frozenSetNotFound } from './backtests.errors.js';
import { FrozenSetsRepository } from './frozen-sets.repository.js';

/** The rounds of a sample, what of it is left out, and the sample as it is kept. */
export interface SampledRounds {
  rounds: SampleRound[];
  leftOut: BacktestGap[];
  sample: BacktestSample;
}

/** Past rounds for backtests: the newest of a kind from conversation, or exactly those of a suite. */
@Injectable()
export class BacktestSamples {
  constructor(
    private readonly rounds: SampleRoundsClient,
    private readonly sets: FrozenSetsRepository,
    private readonly database: Database,
  ) {}

  async list(userId: string, sample: BacktestSample): Promise<SampledRounds> {
    if (sample.suiteId !== undefined) return this.#ofSuite(userId, sample.suiteId);
    const { source, tag = '', count } = sample;
    const found = await this.rounds.list({ userId, source: sampleSource.fromWord(source), tag, maxRounds: count });
    return { rounds: found.rounds, leftOut: found.leftOut.map(toGap), sample: { source, tag: sample.tag, count } };
  }

  /** Each case is a round of its sample, and is compared, or counted among those that are left out. */
  async #ofSuite(userId: string, suiteId: string): Promise<SampledRounds> {
    const set = isUuid(suiteId)
      ? await this.database.asUser(userId, (tx) => this.sets.find(tx, userId, suiteId))
      : undefined;
    if (!set) throw frozenSetNotFound();
    const messageIds = set.messageIds.filter((each) => each !== null);
    const { rounds, leftOut } =
      messageIds.length > 0 ? await this.rounds.ofReplies(userId, messageIds) : { rounds: [], leftOut: [] };
    const imported = set.messageIds.length - messageIds.length;
    return {
      rounds,
      leftOut: [...leftOut.map(toGap), ...(imported > 0 ? [{ reason: 'imported', rounds: imported }] : [])],
      // A process of the version before reads a source that it knows, and goes without the suite.
      sample: { source: 'newest', count: set.messageIds.length, suiteId: set.id, suiteName: set.name },
    };
  }
}

const toGap = ({ reason, rounds }: SampleGap): BacktestGap => ({
  reason: sampleGapReason.toWord(reason),
  rounds,
});
