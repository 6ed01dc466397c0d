import { Injectable } from '@nestjs/common';
import { isUuid } from '@polylogue/proto';
import { AppError, Database, type CallContext, type Transaction } from '@polylogue/service-kit';
import { ThreadsRepository } from '../replies/threads.repository.js';
import { SampleRoundsRepository, type Sample, type SampleRow } from './sample-rounds.repository.js';

export type Gap = 'blind' | 'media' | 'no_reply' | 'gone';

/** A row that has a reply of text. */
export type Comparable = {
  [K in keyof SampleRow]: K extends 'cost_usd' | 'response_time_ms' | 'tags' | 'comparison_id'
    ? SampleRow[K]
    : NonNullable<SampleRow[K]>;
} & {
  context_bytes: number;
};

/** What can be asked again, and how many rounds cannot, by the reason. */
export interface SampledRounds {
  rounds: Comparable[];
  leftOut: Map<Gap, number>;
}

const maxRounds = 100;

@Injectable()
export class SampleRoundsService {
  constructor(
    private readonly repository: SampleRoundsRepository,
    private readonly threads: ThreadsRepository,
    private readonly database: Database,
  ) {}

  list(call: CallContext, userId: string, sample: Sample): Promise<SampledRounds> {
    mustActForOwner(call, userId);
    if (sample.maxRounds < 1 || sample.maxRounds > maxRounds) throw invalidSample();
    return this.database.readAsUser(userId, async (tx) =>
      this.#sampled(tx, userId, await this.repository.list(tx, userId, sample)),
    );
  }

  /** Those of exactly these replies; each that is not there is counted. */
  ofReplies(call: CallContext, userId: string, messageIds: readonly string[]): Promise<SampledRounds> {
    mustActForOwner(call, userId);
    if (messageIds.length === 0 || messageIds.length > maxRounds) throw invalidSample();
    return this.database.readAsUser(userId, async (tx) => {
      const rows = await this.repository.ofReplies(tx, userId, messageIds.filter(isUuid));
      const found = await this.#sampled(tx, userId, rows);
      const gone = messageIds.length - rows.length;
      if (gone > 0) found.leftOut.set('gone', gone);
      return found;
    });
  }

  async #sampled(tx: Transaction, userId: string, rows: readonly SampleRow[]): Promise<SampledRounds> {
    const found: SampledRounds = { rounds: [], leftOut: new Map() };
    for (const row of rows) {
      const round = await this.#comparable(tx, userId, row);
      if (typeof round === 'string') found.leftOut.set(round, (found.leftOut.get(round) ?? 0) + 1);
      else found.rounds.push(round);
    }
    return found;
  }

  // Contexts are read one after the other: together they may be far more than a process has room for.
  async #comparable(tx: Transaction, userId: string, row: SampleRow): Promise<Comparable | Gap> {
    if (row.is_blind) return 'blind';
    if (row.has_media) return 'media';
    if (row.message_id === null || !row.has_text) return 'no_reply';
    const sent = await this.threads.find(tx, userId, row.message_id);
    if (!sent) return 'no_reply';
    if (sent.thread.some(({ pictures = [] }) => pictures.length > 0)) return 'media';
    const { systemPrompt = '' } = sent.generation?.settings ?? {};
    const bytes = sent.thread.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    return { ...(row as Comparable), context_bytes: bytes + Buffer.byteLength(systemPrompt) };
  }
}

const mustActForOwner = (call: CallContext, userId: string) =>
  call.mustActFor(userId, 'quality', 'Rounds are sampled on behalf of their owner only.');

const invalidSample = () => new AppError('invalid', 'invalid_sample', `A sample has 1 to ${maxRounds} rounds.`);
