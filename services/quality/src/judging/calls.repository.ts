import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { Cost, Generation, RubricVerdict, toStored, Usage } from '@polylogue/proto';
import type { AppliedRubric } from '../rubric/applied-rubric.js';
import type { Verdict } from './answer.rules.js';
import { callAnswers, toStoredAnswer, type CallAnswer } from './call-answer.js';
import type { Cut } from '../prompt/matter.rules.js';
import type { Spent } from './spent.rules.js';

/** A pair of judge and reply that this process holds the lease of. */
export interface ClaimedCall {
  id: string;
  userId: string;
  broadcastId: string;
  conversationId: string;
  messageId: string;
  target: string;
  assessor: string;
  rubricVersion: string;
  /** How often the judge is asked. */
  answers: number;
  /** What it answered before, of calls that need not be made again. */
  received: CallAnswer[];
  attempts: number;
  fence: number;
  /** It waits so long for its judge that a further refusal counts as an attempt. */
  isLate: boolean;
}

export interface OwedCall {
  id: string;
  attempts: number;
  isLapsed: boolean;
}

export interface NoVerdict {
  code: string;
  sentence: string;
}

/** How a verdict and the reply it is about were generated, and what the verdict took. */
export interface Origins {
  judge?: Generation | undefined;
  judged?: Generation | undefined;
  spent?: Spent | undefined;
  rubric?: AppliedRubric | undefined;
  cuts?: readonly Cut[] | undefined;
  answers?: number | undefined;
}

const storedCuts = ({ cuts = [] }: Origins) => (cuts.length > 0 ? JSON.stringify(cuts) : null);

/** The scores of the five columns; all null by any other rubric than the built-in one. */
function columnsOf({ parts }: Verdict, isBuiltIn: boolean): unknown[] {
  const keys = ['bias', 'safety', 'accuracy', 'adherence'];
  if (!isBuiltIn) return [null, null, null, null, null];
  const reasons = Object.fromEntries(keys.map((key) => [key, parts[key]?.reason]));
  return [...keys.map((key) => parts[key]?.score), JSON.stringify(reasons)];
}

/** The scores by the criteria of a rubric that was made in the app, with what they were called. */
function byRubric({ parts, overall, flagged, analysis }: Verdict, { kept }: AppliedRubric): string | null {
  if (kept.kind === 'built-in') return null;
  const criteria = kept.criteria.map(({ key, ...criterion }) => ({
    ...criterion,
    score: parts[key]?.score ?? 0,
    reason: parts[key]?.reason ?? '',
  }));
  const named = { rubricName: kept.name, rubricNumber: kept.number };
  return toStored(RubricVerdict, { ...named, overall, flagged, analysis, criteria });
}

const storedOrigins = ({ judge, judged, spent }: Origins) => [
  toStored(Generation, judge),
  toStored(Generation, judged),
  toStored(Usage, spent?.usage),
  toStored(Cost, spent?.cost),
];

const changed = async <T>(tx: Transaction, sql: string, values: unknown[]): Promise<T[]> => {
  const [rows] = await tx.query<[T[], number]>(sql, values);
  return rows;
};

/** Pairs of judge and reply and their leases, with the worker role. Every write is conditional on the fence. */
@Injectable()
export class CallsRepository {
  /** Takes the lease of one that waits, or whose lease lapsed. */
  async claim(tx: Transaction, id: string, owner: string, leaseMs: number): Promise<ClaimedCall | undefined> {
    const [row] = await changed<Omit<ClaimedCall, 'received'> & { received: unknown }>(
      tx,
      `UPDATE assessments SET status = 'running', owner = $2, lease_until = now() + $3 * interval '1 millisecond',
         fence = fence + 1, rubric_fence = fence + 1, attempts = attempts + 1
       WHERE id = $1
         AND ((status = 'pending' AND not_before <= now()) OR (status = 'running' AND lease_until < now()))
       RETURNING id, user_id AS "userId", broadcast_id AS "broadcastId", conversation_id AS "conversationId",
         message_id AS "messageId", target_service AS target, assessor_service AS assessor,
         rubric_version AS "rubricVersion", coalesce(answers, 1) AS answers, heard AS received, attempts, fence,
         coalesce(opened_at, created_at) < now() - interval '30 minutes' AS "isLate"`,
      [id, owner, leaseMs],
    );
    return row && { ...row, received: callAnswers(row.received) };
  }

  /** Before each call. False when another process has it, or its user does not want it any more: it is not to be made. */
  async countCall(tx: Transaction, { id, fence }: ClaimedCall): Promise<boolean> {
    const rows = await changed<unknown>(
      tx,
      `UPDATE assessments SET calls = calls + 1 WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING 1`,
      [id, fence],
    );
    return rows.length > 0;
  }

  /** Takes back the count of a call that reached no provider. */
  async uncountCall(tx: Transaction, { id, fence }: ClaimedCall): Promise<void> {
    await tx.query('UPDATE assessments SET calls = greatest(calls - 1, 0) WHERE id = $1 AND fence = $2', [id, fence]);
  }

  /** Keeps an answer that was paid for, until the verdict follows from all of them. */
  async keepAnswer(tx: Transaction, { id, fence }: ClaimedCall, answer: CallAnswer): Promise<void> {
    await tx.query(
      `UPDATE assessments SET heard = coalesce(heard, '[]'::jsonb) || jsonb_build_array($3::jsonb)
       WHERE id = $1 AND fence = $2 AND status = 'running'`,
      [id, fence, toStoredAnswer(answer)],
    );
  }

  /** Lets it wait again. `isFault`: the attempt counts. */
  async putBack(tx: Transaction, { id, fence }: ClaimedCall, pauseMs: number, isFault: boolean): Promise<void> {
    await tx.query(
      `UPDATE assessments SET status = 'pending', owner = NULL, lease_until = NULL,
         attempts = attempts - $4, not_before = now() + $3 * interval '1 millisecond'
       WHERE id = $1 AND fence = $2 AND status = 'running'`,
      [id, fence, pauseMs, isFault ? 0 : 1],
    );
  }

  /** False when another process has taken it over. */
  async complete(
    tx: Transaction,
    { id, fence }: ClaimedCall,
    verdict: Verdict,
    origins: Origins & { rubric: AppliedRubric },
  ): Promise<boolean> {
    const { overall, flagged, analysis } = verdict;
    const { rubric, answers = 1 } = origins;
    const rows = await changed<unknown>(
      tx,
      `UPDATE assessments SET status = 'completed', overall = $3, bias = $4, safety = $5, accuracy = $6,
         adherence = $7, reasons = $8, flagged = $9, analysis = $10, judge = $11, judged = $12, usage = $13, cost = $14,
         by_rubric = $15, cuts = $16, answers = $17, heard = NULL, owner = NULL, lease_until = NULL, ended_at = now()
       WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING 1`,
      [
        id,
        fence,
        overall,
        ...columnsOf(verdict, rubric.kept.kind === 'built-in'),
        flagged,
        analysis,
        ...storedOrigins(origins),
        byRubric(verdict, rubric),
        storedCuts(origins),
        answers > 1 ? answers : null,
      ],
    );
    return rows.length > 0;
  }

  /** Records that there is no verdict, and why. False when another process has taken it over. */
  async fail(
    tx: Transaction,
    { id, fence }: ClaimedCall,
    { code, sentence }: NoVerdict,
    origins: Origins,
  ): Promise<boolean> {
    const rows = await changed<unknown>(
      tx,
      `UPDATE assessments SET status = 'failed', error = $3, error_code = $4, judge = $5, judged = $6, usage = $7, cost = $8,
         cuts = $9, heard = NULL, owner = NULL, lease_until = NULL, ended_at = now()
       WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING 1`,
      [id, fence, sentence, code, ...storedOrigins(origins), storedCuts(origins)],
    );
    return rows.length > 0;
  }

  /** Locks until the transaction ends, so that of two judges that end together one sees that it is the last. */
  async lockJudging(tx: Transaction, broadcastId: string): Promise<void> {
    await tx.query('SELECT 1 FROM judgings WHERE broadcast_id = $1 FOR UPDATE', [broadcastId]);
  }

  /** Counts the pairs of a broadcast; the last one ends its judging. */
  async progress(
    tx: Transaction,
    broadcastId: string,
    rubricVersion: string,
  ): Promise<{ done: number; total: number }> {
    const [row] = await tx.query<{ done: number; total: number }[]>(
      `SELECT count(*)::integer AS total, count(*) FILTER (WHERE status IN ('completed', 'failed'))::integer AS done
       FROM assessments WHERE broadcast_id = $1 AND rubric_version = $2`,
      [broadcastId, rubricVersion],
    );
    const { done = 0, total = 0 } = row ?? {};
    if (done === total) {
      await tx.query(
        `UPDATE judgings SET state = 'done', ended_at = now() WHERE broadcast_id = $1 AND state = 'judging'`,
        [broadcastId],
      );
    }
    return { done, total };
  }

  /** Takes an attempt back that ended with its process alive: another one took the call over, and no judge failed. */
  async forgetAttempt(tx: Transaction, { id, fence }: ClaimedCall): Promise<void> {
    await tx.query(
      `UPDATE assessments SET attempts = greatest(attempts - 1, 0)
       WHERE id = $1 AND fence > $2 AND status IN ('pending', 'running')`,
      [id, fence],
    );
  }

  /** Calls that should be in the queue, each judge's in its own order; of one broadcast, or of all. */
  async owed(tx: Transaction, limit: number, broadcastId?: string): Promise<OwedCall[]> {
    return tx.query<OwedCall[]>(
      `SELECT id, attempts, status = 'running' AS "isLapsed" FROM assessments
       WHERE ((status = 'pending' AND not_before <= now()) OR (status = 'running' AND lease_until < now()))
         AND ($2::uuid IS NULL OR broadcast_id = $2)
       ORDER BY created_at, place, assessor_service LIMIT $1`,
      [limit, broadcastId ?? null],
    );
  }
}
