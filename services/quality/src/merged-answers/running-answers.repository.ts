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
  async save({ id, fence }: ClaimedRun, sentences: readonly WrittenSentence[]): Promise<boolean> {
    const rows = await this.database.worker.query<unknown[]>(
      `WITH saved AS (
         UPDATE merged_answers SET sentences = $4 WHERE id = $1 AND owner = $2 AND fence = $3 AND status = 'pending'
         RETURNING 1
       ) SELECT 1 FROM saved`,
      [id, this.identity.owner, fence, JSON.stringify(sentences)],
    );
    return rows.length > 0;
  }

  /** Stores an end; without sentences, what was saved stays. False as above: a stored end never changes. */
  async end({ id, fence }: ClaimedRun, end: AnswerEnd, sentences?: readonly WrittenSentence[]): Promise<boolean> {
    const rows = await this.database.worker.query<unknown[]>(
      `WITH ended AS (
         UPDATE merged_answers SET status = $4, sentences = coalesce($5, sentences), error = $6, error_code = $7,
           stop_reason = $8, usage = $9, cost = $10, generation = $11, ended_at = now()
         WHERE id = $1 AND owner = $2 AND fence = $3 AND status = 'pending' RETURNING 1
       ) SELECT 1 FROM ended`,
      [
        id,
        this.identity.owner,
        fence,
        end.status,
        sentences ? JSON.stringify(sentences) : null,
        end.error ?? null,
        end.errorCode ?? null,
        end.stopReason ?? null,
        toStored(Usage, end.usage),
        toStored(Cost, end.cost),
        toStored(Generation, end.generation),
      ],
    );
    return rows.length > 0;
  }
}
