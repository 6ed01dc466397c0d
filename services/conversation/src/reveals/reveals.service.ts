import { Injectable } from '@nestjs/common';
import { Database, retryDeadlock } from '@polylogue/service-kit';
import { roundCanBeCompared } from '../blind/blind.errors.js';
import { broadcastNotFound } from '../broadcasts/broadcasts.errors.js';
import { RevealsRepository } from './reveals.repository.js';

/** Shows who is who in a blind round, once its owner has voted: all of its comparison at once, and for good. */
@Injectable()
export class RevealsService {
  constructor(
    private readonly repository: RevealsRepository,
    private readonly database: Database,
  ) {}

  /**
   * Answers whether it is revealed: not while a reply of it is still being written, and then soon after that has ended.
   * Without a vote only what no vote could reveal.
   */
  async request(userId: string, broadcastId: string, isVoted: boolean): Promise<boolean> {
    await this.database.asUser(userId, async (tx) => {
      if (!(await this.repository.exists(tx, userId, broadcastId))) throw broadcastNotFound();
      if (!isVoted && (await this.repository.canBeCompared(tx, userId, broadcastId))) throw roundCanBeCompared();
      await this.repository.request(tx, userId, broadcastId);
    });
    return this.reveal(userId, broadcastId);
  }

  /** Does what was requested. Of a round that is not blind, or not there any more, nothing is left to do. */
  reveal(userId: string, broadcastId: string): Promise<boolean> {
    return retryDeadlock(() =>
      this.database.asUser(userId, async (tx) => {
        const conversations = await this.repository.lock(tx, userId, broadcastId);
        if (await this.repository.hasOpenReplies(tx, userId, conversations)) return false;
        if (conversations.length > 0) await this.repository.reveal(tx, userId, conversations);
        await this.repository.settle(tx, userId, broadcastId);
        return true;
      }),
    );
  }
}
