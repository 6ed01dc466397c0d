import { Injectable } from '@nestjs/common';
import { Cost, Generation, toStored, Usage } from '@polylogue/proto';
import { Database, ProcessIdentity, type ClaimedRun } from '@polylogue/service-kit';
import type { AnswerEnd, WrittenSentence } from './merged-answer.entity.js';

/** Writes of the answers this process makes: the worker role, and only while the answer is this owner's and open. */
@Injectable()
export class RunningAnswersRepository {
  constructor(
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
  ) {}

  /** Stores what is written so far. False when it is gone, ended, or another process'. */
  save(run: ClaimedRun, sentences: readonly WrittenSentence[]): Promise<boolean> {
    return this.#update(run, 'sentences = $4', [JSON.stringify(sentences)]);
  }

  /** Stores an end; without sentences, what was saved stays. False as above: a stored end never changes. */
  end(run: ClaimedRun, end: AnswerEnd, sentences?: readonly WrittenSentence[]): Promise<boolean> {
    const set = `status = $4, sentences = coalesce($5, sentences), error = $6, error_code = $7, stop_reason = $8,
      usage = $9, cost = $10, generation = $11, ended_at = now()`;
    return this.#update(run, set, [
      end.status,
      sentences ? JSON.stringify(sentences) : null,
      end.error ?? null,
      end.errorCode ?? null,
      end.stopReason ?? null,
      toStored(Usage, end.usage),
      toStored(Cost, end.cost),
      toStored(Generation, end.generation),
    ]);
  }

  /** `set` begins with $4. In a transaction, so that a Postgres that is away is known as that: what was paid for waits for it. */
  async #update({ id, fence }: ClaimedRun, set: string, values: unknown[]): Promise<boolean> {
    const rows = await this.database.asWorker((tx) =>
      tx.query<unknown[]>(
        `WITH written AS (
           UPDATE merged_answers SET ${set} WHERE id = $1 AND owner = $2 AND fence = $3 AND status = 'pending' RETURNING 1
         ) SELECT 1 FROM written`,
        [id, this.identity.owner, fence, ...values],
      ),
    );
    return rows.length > 0;
  }
}
