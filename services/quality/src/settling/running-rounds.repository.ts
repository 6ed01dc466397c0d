import { Injectable } from '@nestjs/common';
import { Database, ProcessIdentity, type ClaimedRun } from '@polylogue/service-kit';
import type { AnswerEnd, RoundEnd } from './settling.entity.js';
import { storedAnswer } from './settling.mapper.js';

/** Writes of the rounds this process conducts: the worker role, and only while the round is this owner's and open. */
@Injectable()
export class RunningRoundsRepository {
  constructor(
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
  ) {}

  /** Stores what a service answered. A stored answer never changes. */
  async answer({ id, fence }: ClaimedRun, messageId: string, end: AnswerEnd): Promise<void> {
    await this.#write(
      `WITH held AS (
         SELECT id FROM settle_rounds WHERE id = $1 AND owner = $2 AND fence = $3 AND status = 'pending' FOR UPDATE
       ), answered AS (
         UPDATE settle_answers a SET status = $5, views = $6, error = $7, error_code = $8, usage = $9, cost = $10,
           generation = $11, ended_at = now()
         FROM held WHERE a.round_id = held.id AND a.message_id = $4 AND a.status = 'pending' RETURNING 1
       ) SELECT 1 FROM answered`,
      [
        id,
        this.identity.owner,
        fence,
        messageId,
        end.status,
        JSON.stringify(end.views ?? []),
        end.error ?? null,
        end.errorCode ?? null,
        ...storedAnswer(end),
      ],
    );
  }

  /** Ends a round, and with it the answers that are open. It counts when a service answered. */
  async end({ id, fence }: ClaimedRun, { status, error, errorCode }: RoundEnd): Promise<void> {
    await this.#write(
      `WITH ended AS (
         UPDATE settle_rounds SET status = $4, error = $5, error_code = $6, ended_at = now(),
           counts = EXISTS (SELECT FROM settle_answers WHERE round_id = $1 AND status = 'completed')
         WHERE id = $1 AND owner = $2 AND fence = $3 AND status = 'pending' RETURNING id
       ), left_open AS (
         UPDATE settle_answers a SET status = $4, error = $5, error_code = $6, ended_at = now()
         FROM ended WHERE a.round_id = ended.id AND a.status = 'pending' RETURNING 1
       ) SELECT 1 FROM ended`,
      [id, this.identity.owner, fence, status, error ?? null, errorCode ?? null],
    );
  }

  // In a transaction, so that a Postgres that is away is known as that: what was paid for waits for it.
  async #write(sql: string, values: unknown[]): Promise<void> {
    await this.database.asWorker((tx) => tx.query(sql, values));
  }
}
