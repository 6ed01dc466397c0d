import { Injectable } from '@nestjs/common';
import { AppError, type LapsedRun } from '@polylogue/service-kit';
import { RepliesClient } from '../clients/replies.client.js';
import { endsBy } from '../single-runs/single-ends.rules.js';
import { SingleRun, type RequestedRun } from '../single-runs/single-run.js';
import { RunParts, SingleRuns } from '../single-runs/single-runs.js';
import { RunningRoundsRepository } from './running-rounds.repository.js';
import { SettlerService, type SettleCall } from './settler.service.js';
import type { RoundEnd } from './settling.entity.js';
import { noRound } from './settling.errors.js';

const ends = endsBy(noRound);
const unanswered: RoundEnd = { status: 'failed', error: noRound.unanswered, errorCode: 'unanswered' };
const repliesGone: RoundEnd = { status: 'failed', error: noRound.repliesGone, errorCode: 'replies_not_found' };

/** A round that this process conducts. */
export class SettleRun extends SingleRun {
  constructor(
    requested: RequestedRun,
    /** All replies of the map. */
    readonly messageIds: readonly string[],
    readonly asked: readonly Omit<SettleCall, 'question'>[],
  ) {
    super(requested);
  }
}

/** Conducts the rounds that were requested here: the services beside each other, each answer stored as it comes. */
@Injectable()
export class SettleRuns extends SingleRuns<SettleRun> {
  constructor(
    private readonly rounds: RunningRoundsRepository,
    private readonly replies: RepliesClient,
    private readonly settler: SettlerService,
    parts: RunParts,
  ) {
    super('round of settling', 'settle_rounds', parts);
  }

  protected async conduct(run: SettleRun): Promise<void> {
    const questions = await this.#questions(run);
    if ('status' in questions) return this.#end(run, questions);
    const answered = await Promise.all(
      run.asked.map((call) => this.#ask(run, { ...call, question: questions.get(call.messageId) ?? '' })),
    );
    // Deleted, or another process': that one says how it ended.
    if (run.cancelReason === 'lost') return;
    if (run.cancelReason) return this.#end(run, ends.ofRun(run));
    await this.#end(run, answered.includes(true) ? { status: 'completed' } : unanswered);
  }

  protected endLapsedRun(lapsed: LapsedRun): Promise<void> {
    return this.rounds.end(lapsed, ends.ofLapsed(lapsed));
  }

  /** Whether the service answered. */
  async #ask(run: SettleRun, call: SettleCall): Promise<boolean> {
    const answer = await this.settler.ask(call, run);
    if (!answer) return false;
    await this.write(run, () => this.rounds.answer(run, call.messageId, answer));
    return answer.status === 'completed';
  }

  // After the round was stored: a deletion before is seen here, a later one deletes the round with its map.
  async #questions({ userId, messageIds }: SettleRun): Promise<ReadonlyMap<string, string> | RoundEnd> {
    try {
      const replies = await this.replies.read(userId, messageIds);
      if (replies.length < messageIds.length) return repliesGone;
      return new Map(replies.map(({ messageId, question }) => [messageId, question]));
    } catch (error) {
      if (!AppError.is(error)) throw error;
      return { status: 'failed', error: error.sentence, errorCode: error.code };
    }
  }

  #end(run: SettleRun, end: RoundEnd): Promise<void> {
    return this.write(run, () => this.rounds.end(run, end));
  }
}
