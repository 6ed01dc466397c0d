import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ImportedAnswer, withClaims } from './imported-answers.rules.js';
import type { ImportedRound } from './imported-rounds.rules.js';

/** A version with what its map says of it. */
type NewAnswer = Omit<ImportedAnswer, 'sentences' | 'isShown'> & ReturnType<typeof withClaims>;

/** What was made of imported maps, inserted by the worker role. What is there stays as it is. */
@Injectable()
export class ImportedRecordsRepository {
  async insertAnswer(tx: Transaction, userId: string, mapId: string, answer: NewAnswer): Promise<void> {
    await tx.query(
      `INSERT INTO merged_answers (id, user_id, map_id, version, writer, steering, based_on, question, left_out, status,
         sentences, error, error_code, stop_reason, usage, cost, generation, owner, lease_until, created_at, ended_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, '', now(), $18, $19)
       ON CONFLICT DO NOTHING`,
      [
        answer.id,
        userId,
        mapId,
        answer.version,
        answer.writer,
        answer.steering,
        answer.basedOn,
        answer.question,
        answer.leftOut,
        answer.status,
        JSON.stringify(answer.sentences),
        answer.error,
        answer.errorCode,
        answer.stopReason,
        answer.usage,
        answer.cost,
        answer.generation,
        answer.createdAt,
        answer.endedAt,
      ],
    );
    // The next version has the next number.
    await tx.query('UPDATE agreement_maps SET answers = greatest(answers, $3) WHERE user_id = $1 AND id = $2', [
      userId,
      mapId,
      answer.version,
    ]);
  }

  /** `messageIds`: of the replies of its map as they are called now. */
  async insertRound(
    tx: Transaction,
    userId: string,
    mapId: string,
    round: ImportedRound,
    messageIds: readonly string[],
  ): Promise<void> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO settle_rounds (id, user_id, map_id, number, counts, claims, status, error, error_code, owner,
         lease_until, created_at, ended_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', now(), $10, $11) ON CONFLICT DO NOTHING RETURNING 1`,
      [
        round.id,
        userId,
        mapId,
        round.number,
        round.counts,
        round.claims,
        round.status,
        round.error,
        round.errorCode,
        round.createdAt,
        round.endedAt,
      ],
    );
    if (rows.length > 0) await this.#insertAnswers(tx, userId, round, messageIds);
  }

  async #insertAnswers(tx: Transaction, userId: string, { id, answers }: ImportedRound, messageIds: readonly string[]) {
    await tx.query(
      `INSERT INTO settle_answers (round_id, user_id, message_id, place, ai_service, status, views, error, error_code,
         usage, cost, generation, ended_at)
       SELECT $1, $2, a.message_id, a.place, a.ai_service, a.status, a.views, a.error, a.error_code, a.usage, a.cost,
         a.generation, a.ended_at
       FROM unnest($3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::text[], $9::jsonb[], $10::jsonb[],
         $11::jsonb[], $12::timestamptz[]) WITH ORDINALITY
         AS a (message_id, ai_service, status, views, error, error_code, usage, cost, generation, ended_at, place)
       ON CONFLICT DO NOTHING`,
      [
        id,
        userId,
        answers.map(({ place }) => messageIds[place]),
        answers.map(({ aiService }) => aiService),
        answers.map(({ status }) => status),
        answers.map(({ views }) => JSON.stringify(views)),
        answers.map(({ error }) => error),
        answers.map(({ errorCode }) => errorCode),
        answers.map(({ usage }) => usage),
        answers.map(({ cost }) => cost),
        answers.map(({ generation }) => generation),
        answers.map(({ endedAt }) => endedAt),
      ],
    );
  }
}
