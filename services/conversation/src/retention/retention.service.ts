import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import {
  AppError,
  Database,
  Events,
  inBatches,
  RetentionClient,
  type Caller,
  type RetentionRule,
} from '@polylogue/service-kit';
import { RemovalService } from '../history/removal.service.js';
import { batchesOf, type Expired } from './batches.rules.js';
import { beginning, RetentionRepository, type ExpiredCounts, type Place } from './retention.repository.js';

const conversationsOfPage = 1_000;
const chatsOfBatch = 50;

/** Removes conversations and AI chats that were not used for as long as the installation's rule says. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly rules: RetentionClient,
    private readonly repository: RetentionRepository,
    private readonly removal: RemovalService,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  /** All of it, in portions. The rule is asked for with each page: one that is taken back removes no more than that. */
  async removeExpired(isStopped: () => boolean): Promise<void> {
    let rule: RetentionRule | undefined;
    for (let next: Place | undefined = beginning; next && !isStopped();) {
      rule = await this.rules.rule();
      if (!rule) return;
      next = await this.#removePage(rule, next, isStopped);
    }
    if (rule && !isStopped()) await this.#removeChats(rule, isStopped);
  }

  /** What a rule would remove now. */
  count(caller: Caller, rule: RetentionRule): Promise<ExpiredCounts> {
    caller.mustBeAdmin();
    const { keepDays } = rule;
    if (!Number.isInteger(keepDays) || keepDays < 1 || keepDays > contractLimits.keepDays) throw notANumberOfDays();
    return this.database.asWorker((tx) => this.repository.count(tx, rule));
  }

  async #removePage(rule: RetentionRule, after: Place, isStopped: () => boolean): Promise<Place | undefined> {
    const { expired, next } = await this.database.asWorker((tx) =>
      this.repository.page(tx, rule, after, conversationsOfPage),
    );
    for (const batch of batchesOf(expired)) {
      if (isStopped()) return undefined;
      await this.#removeBatch(rule, batch);
      await nextTurn();
    }
    return next;
  }

  /** The count is published with what it counts, so that neither is there without the other. */
  async #removeBatch(rule: RetentionRule, batch: readonly Expired[]): Promise<void> {
    const { userId } = batch[0]!;
    const ids = batch.map(({ id }) => id);
    let messages = 0;
    let conversations = 0;
    await this.removal.removeChosen(
      userId,
      async (tx) => {
        const chosen = await this.repository.lockExpired(tx, userId, rule, ids);
        conversations = chosen.length;
        messages = chosen.reduce((sum, each) => sum + each.messages, 0);
        return chosen.map(({ id }) => id);
      },
      async (tx) => {
        const day = await this.repository.today(tx);
        const counts = { day, conversations, messages, aiChats: 0 };
        await this.events.in(tx).publish('conversation.conversations_expired.v1', counts);
      },
    );
  }

  #removeChats(rule: RetentionRule, isStopped: () => boolean): Promise<void> {
    const remove = (max: number) =>
      this.database.asWorker(async (tx) => {
        const aiChats = await this.repository.removeChats(tx, rule, max);
        if (aiChats === 0) return 0;
        const counts = { day: await this.repository.today(tx), conversations: 0, messages: 0, aiChats };
        await this.events.in(tx).publish('conversation.conversations_expired.v1', counts);
        return aiChats;
      });
    return inBatches(chatsOfBatch, remove, isStopped);
  }
}

function notANumberOfDays(): AppError {
  const sentence = `The days are a whole number from 1 to ${contractLimits.keepDays.toLocaleString('en-US')}.`;
  return new AppError('invalid', 'invalid_input', sentence, { issues: [{ path: 'keepDays', message: sentence }] });
}
