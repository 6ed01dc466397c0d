import { Injectable } from '@nestjs/common';
import { contractLimits, isUuid } from '@polylogue/proto';
import { Database, type CallContext } from '@polylogue/service-kit';
import { promptWithoutPictures } from '../attachments/prompt.rules.js';
import { BlindService } from '../blind/blind.service.js';
import { broadcastNotFound } from '../broadcasts/broadcasts.errors.js';
import { ThreadsRepository } from '../replies/threads.repository.js';
import { earlierTurns, type EarlierTurn } from './earlier-turns.rules.js';
import { RepliesToJudgeRepository, type ReplyToJudgeRow } from './replies-to-judge.repository.js';

/** A reply with its question as one who judges it reads them. */
export interface ReplyToJudge extends ReplyToJudgeRow {
  earlier: EarlierTurn[];
}

@Injectable()
export class RepliesToJudgeService {
  constructor(
    private readonly repository: RepliesToJudgeRepository,
    private readonly blind: BlindService,
    private readonly threads: ThreadsRepository,
    private readonly database: Database,
  ) {}

  /** All replies of a broadcast, or one of them with the earlier turns of its thread. */
  async list(call: CallContext, userId: string, broadcastId: string, messageId?: string): Promise<ReplyToJudge[]> {
    mustActFor(call, userId);
    if (!isUuid(broadcastId) || (messageId !== undefined && !isUuid(messageId))) throw broadcastNotFound();
    await this.blind.mustBeRevealed(userId, [broadcastId]);
    const { rows, earlier } = await this.database.asUser(userId, async (tx) => ({
      rows: await this.repository.list(tx, userId, broadcastId, messageId),
      earlier: messageId === undefined ? [] : earlierTurns(await this.threads.before(tx, userId, messageId)),
    }));
    if (rows.length === 0) throw broadcastNotFound();
    // With the texts of its files: without them a reply about a file cannot be judged.
    return rows.map((row) => ({ ...row, earlier, question: promptWithoutPictures(row.question, row.files) }));
  }

  /** Those of these replies that have text; of another user's there are none. */
  async read(call: CallContext, userId: string, messageIds: readonly string[]) {
    mustActFor(call, userId);
    const ids = messageIds.filter(isUuid).slice(0, contractLimits.targets);
    await this.blind.mustBeRevealed(userId, ids);
    const rows = await this.database.asUser(userId, (tx) => this.repository.read(tx, userId, ids));
    const withText = rows.filter(({ content }) => content.trim() !== '');
    return withText.map((row) => ({ ...row, question: promptWithoutPictures(row.question ?? '', row.files) }));
  }
}

const mustActFor = (call: CallContext, userId: string): void =>
  call.mustActFor(userId, 'quality', 'Replies are judged on behalf of their owner only.');
