import { Injectable } from '@nestjs/common';
import { Cost, toStored, Usage } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { callAnswers, type CallAnswer } from './call-answer.js';
import type { NoVerdict } from './calls.repository.js';
import type { Spent } from './spent.rules.js';

/** A judging of a user, locked. */
export interface LockedJudging {
  state: 'waiting' | 'judging' | 'done' | 'skipped';
  rubricVersion: string;
}

/** A pair of judge and reply that has not ended, locked. */
export interface OpenPair {
  id: string;
  conversationId: string;
  messageId: string;
  target: string;
  assessor: string;
  /** Calls that were begun since it was last asked for. */
  calls: number;
  /** What came of them. */
  received: CallAnswer[];
}

/** A pair that is not asked any more, and what it took. */
export interface CancelledPair {
  id: string;
  spent: Spent;
}

/** What a user cancels of a judging, with the worker role. */
@Injectable()
export class CancelledRepository {
  async lock(tx: Transaction, userId: string, broadcastId: string): Promise<LockedJudging | undefined> {
    const [row] = await tx.query<LockedJudging[]>(
      `SELECT state, rubric_version AS "rubricVersion" FROM judgings
       WHERE broadcast_id = $2 AND user_id = $1 FOR UPDATE`,
      [userId, broadcastId],
    );
    return row;
  }

  /** How many judges said something by a rubric, a verdict or why there is none. After the lock: one may have ended meanwhile. */
  async countEnded(tx: Transaction, userId: string, broadcastId: string, rubricVersion: string): Promise<number> {
    const [row] = await tx.query<{ ended: number }[]>(
      `SELECT count(*)::integer AS ended FROM assessments
       WHERE user_id = $1 AND broadcast_id = $2 AND rubric_version = $3 AND status IN ('completed', 'failed')`,
      [userId, broadcastId, rubricVersion],
    );
    return row!.ended;
  }

  /** Locked as well, so that no process takes one meanwhile. */
  async open(tx: Transaction, userId: string, broadcastId: string): Promise<OpenPair[]> {
    const rows = await tx.query<(Omit<OpenPair, 'received'> & { received: unknown })[]>(
      `SELECT id, conversation_id AS "conversationId", message_id AS "messageId", target_service AS target,
         assessor_service AS assessor, calls - calls_before AS calls, heard AS received
       FROM assessments WHERE user_id = $1 AND broadcast_id = $2 AND status IN ('pending', 'running')
       ORDER BY id FOR UPDATE`,
      [userId, broadcastId],
    );
    return rows.map(({ received, ...row }) => ({ ...row, received: callAnswers(received) }));
  }

  /** Ends them without a verdict. The fence is raised, so that nothing that is under way for them counts. */
  async endPairs(tx: Transaction, pairs: readonly CancelledPair[], { code, sentence }: NoVerdict): Promise<void> {
    await tx.query(
      `UPDATE assessments a SET status = 'failed', error = $4, error_code = $5, usage = p.usage, cost = p.cost,
         heard = NULL, owner = NULL, lease_until = NULL, fence = fence + 1, ended_at = now()
       FROM unnest($1::uuid[], $2::jsonb[], $3::jsonb[]) AS p (id, usage, cost) WHERE a.id = p.id`,
      [
        pairs.map(({ id }) => id),
        pairs.map(({ spent }) => toStored(Usage, spent.usage)),
        pairs.map(({ spent }) => toStored(Cost, spent.cost)),
        sentence,
        code,
      ],
    );
  }

  /** Ends the judging; a reason says why nothing of it was judged. */
  async endJudging(tx: Transaction, userId: string, broadcastId: string, reason?: string): Promise<void> {
    await tx.query(
      `UPDATE judgings SET state = CASE WHEN $3::text IS NULL THEN 'done' ELSE 'skipped' END, reason = $3,
         lease_until = NULL, ended_at = now()
       WHERE broadcast_id = $2 AND user_id = $1`,
      [userId, broadcastId, reason ?? null],
    );
  }
}
