import { Injectable } from '@nestjs/common';
import { isUuid, type Backtest, type NextBacktestPair } from '@polylogue/proto';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { RepliesClient } from '../clients/replies.client.js';
import type { BacktestRow } from './backtest.entity.js';
import * as errors from './backtests.errors.js';
import { BacktestsRepository } from './backtests.repository.js';
import { BacktestsService } from './backtests.service.js';
import { PairsRepository, type OpenPair } from './pairs.repository.js';
import { areHidden, choiceOf, progressOf, shownChoices } from './pairs.rules.js';

/** People compare the replies of a backtest, without knowing which is whose. */
@Injectable()
export class BacktestPairsService {
  constructor(
    private readonly backtests: BacktestsRepository,
    private readonly pairs: PairsRepository,
    private readonly service: BacktestsService,
    private readonly replies: RepliesClient,
    private readonly database: Database,
  ) {}

  /** Those whose round was deleted a moment ago are passed over. */
  async next({ userId }: Caller, id: string): Promise<NextBacktestPair> {
    for (let after = 0; ;) {
      const { pair, ...progress } = await this.database.asUser(userId, async (tx) => {
        await this.#mustBeOpen(tx, userId, id);
        const found = await this.pairs.next(tx, userId, id, after);
        return { pair: found, ...progressOf(await this.pairs.figures(tx, userId, id)) };
      });
      if (!pair) return { ...progress, isOpen: true };
      const shown = await this.#withTexts(userId, pair);
      if (shown) return { ...progress, isOpen: true, pair: shown };
      after = pair.number;
    }
  }

  async choose(caller: Caller, id: string, number: number, said: string): Promise<NextBacktestPair> {
    caller.mustBeApproved();
    const { userId } = caller;
    const shown = shownChoices.find((each) => each === said);
    if (!shown) throw errors.invalidChoice();
    const ended = await this.database.asUser(userId, async (tx) => {
      const backtest = await this.#mustBeOpen(tx, userId, id);
      const isCandidateFirst = await this.pairs.orderOf(tx, userId, id, number);
      if (isCandidateFirst === undefined) throw errors.pairNotFound();
      await this.pairs.choose(tx, userId, id, number, choiceOf(shown, isCandidateFirst));
      const progress = progressOf(await this.pairs.figures(tx, userId, id));
      if (progress.compared < progress.pairs || backtest.endedAt === null) return undefined;
      await this.pairs.end(tx, userId, id);
      return progress;
    });
    return ended ? { ...ended, isOpen: false } : this.next(caller, id);
  }

  async end(caller: Caller, id: string): Promise<Backtest> {
    const { userId } = caller;
    await this.database.asUser(userId, async (tx) => {
      const { peopleCompare } = await this.#find(tx, userId, id);
      if (!peopleCompare) throw errors.onlyJudgesCompare();
      await this.pairs.end(tx, userId, id);
    });
    return this.service.get(caller, id);
  }

  async #withTexts(userId: string, { number, broadcastId, messageId, answer, isCandidateFirst }: OpenPair) {
    const found = await this.replies.find(userId, broadcastId, messageId);
    const reply = found?.replies.find((each) => each.messageId === messageId);
    if (!found || !reply?.content) return undefined;
    const [first, second] = isCandidateFirst ? [answer, reply.content] : [reply.content, answer];
    const earlier = reply.earlier.map(({ isFromUser, text }) => ({ isFromUser, text }));
    return { number, question: found.question, earlier, first, second };
  }

  async #mustBeOpen(tx: Transaction, userId: string, id: string): Promise<BacktestRow> {
    const backtest = await this.#find(tx, userId, id);
    if (!backtest.peopleCompare) throw errors.onlyJudgesCompare();
    if (!areHidden(backtest)) throw errors.pairsEnded();
    return backtest;
  }

  async #find(tx: Transaction, userId: string, id: string): Promise<BacktestRow> {
    const [row] = isUuid(id) ? await this.backtests.list(tx, userId, id) : [];
    if (!row) throw errors.backtestNotFound();
    return row;
  }
}
