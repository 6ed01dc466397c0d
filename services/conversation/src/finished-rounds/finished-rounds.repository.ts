import { Injectable } from '@nestjs/common';
import { Generation, toStored } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { unnest } from '../replies/unnest.js';
import type { FinishedReply, FinishedRound } from './finished-round.entity.js';

const replies = unnest<ReturnType<typeof rowOf>>(
  {
    id: 'uuid',
    conversation_id: 'uuid',
    status: 'text',
    content: 'text',
    ended_at: 'timestamptz',
    response_time_ms: 'integer',
    input_tokens: 'integer',
    output_tokens: 'integer',
    total_tokens: 'integer',
    cached_input_tokens: 'integer',
    reasoning_tokens: 'integer',
    cost_amount: 'double precision',
    cost_currency: 'text',
    cost_source: 'text',
    error_code: 'text',
    error: 'text',
    media: 'jsonb',
    generation: 'jsonb',
  },
  4,
);

/** Rounds that ended before they were stored; every method takes the user. */
@Injectable()
export class FinishedRoundsRepository {
  /** False when it was stored before, even if all of it was deleted since: the row of a broadcast stays. */
  async insertBroadcast(
    tx: Transaction,
    userId: string,
    { broadcastId, question, askedAt, replies: ended }: FinishedRound,
  ): Promise<boolean> {
    const failed = ended.filter(({ status }) => status !== 'completed').length;
    const rows = await tx.query<unknown[]>(
      `INSERT INTO broadcasts (id, user_id, mode, message_length, replies, open_replies, failed_replies, created_at,
         completed_at)
       VALUES ($2, $1, $3, length($4), $5, 0, $6, $7, $8) ON CONFLICT (id) DO NOTHING RETURNING 1`,
      [
        userId,
        broadcastId,
        ended.length === 1 ? 'individual' : 'selective',
        question,
        ended.length,
        failed,
        askedAt,
        new Date(Math.max(...ended.map(({ endedAt }) => endedAt.getTime()))),
      ],
    );
    return rows.length > 0;
  }

  /** The threads of the round, off the dashboard, each with its question. */
  async insertThreads(tx: Transaction, userId: string, round: FinishedRound, title: string): Promise<void> {
    const { broadcastId, question, askedAt, replies: ended } = round;
    const threads = ended.map(({ conversationId }) => conversationId);
    await tx.query(
      `INSERT INTO conversations (id, user_id, ai_service, title, comparison_id, on_dashboard, created_at)
       SELECT id, $1, ai_service, $4, $5, false, $6 FROM unnest($2::uuid[], $3::text[]) AS thread (id, ai_service)`,
      [userId, threads, ended.map(({ aiService }) => aiService), title, broadcastId, askedAt],
    );
    await tx.query(
      `INSERT INTO messages (id, user_id, conversation_id, broadcast_id, role, content, status, created_at, ended_at)
       SELECT line.id, $1, line.conversation, $4, 'user', $5, 'completed', $6, $6
       FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS line (id, conversation, nr) ORDER BY line.nr`,
      [userId, threads.map(() => uuid()), threads, broadcastId, question, askedAt],
    );
  }

  /** The replies, and for each a dispatch that has ended: by it a round is judged, replayed and asked again. */
  async insertReplies(tx: Transaction, userId: string, { broadcastId, askedAt, replies: ended }: FinishedRound) {
    const rows = ended.map(rowOf);
    const columns = replies.names
      .split(', ')
      .map((name) => `n.${name}`)
      .join(', ');
    await tx.query(
      `INSERT INTO messages (user_id, broadcast_id, role, created_at, ${replies.names})
       SELECT $1::uuid, $2::uuid, 'assistant', $3::timestamptz, ${columns}
       FROM ${replies.sql} WITH ORDINALITY AS n (${replies.names}, nr) ORDER BY n.nr`,
      [userId, broadcastId, askedAt, ...replies.values(rows)],
    );
    await tx.query(
      `INSERT INTO dispatches (message_id, user_id, broadcast_id, ai_service, place, state, owner, lease_until, ended_at)
       SELECT d.id, $1, $2, d.ai_service, d.nr - 1, 'ended', '', d.ended_at, d.ended_at
       FROM unnest($3::uuid[], $4::text[], $5::timestamptz[]) WITH ORDINALITY AS d (id, ai_service, ended_at, nr)`,
      [
        userId,
        broadcastId,
        rows.map(({ id }) => id),
        ended.map(({ aiService }) => aiService),
        ended.map(({ endedAt }) => endedAt),
      ],
    );
  }
}

function rowOf({ usage, cost, media, generation, ...reply }: FinishedReply) {
  return {
    id: uuid(),
    conversation_id: reply.conversationId,
    status: reply.status,
    content: reply.content,
    ended_at: reply.endedAt,
    response_time_ms: reply.responseTimeMs,
    input_tokens: usage?.inputTokens,
    output_tokens: usage?.outputTokens,
    total_tokens: usage?.totalTokens,
    cached_input_tokens: usage?.cachedInputTokens,
    reasoning_tokens: usage?.reasoningTokens,
    cost_amount: cost?.amount,
    cost_currency: cost?.currency,
    cost_source: cost?.source,
    error_code: reply.status === 'completed' ? undefined : 'provider_error',
    error: reply.error,
    media: media.length > 0 ? JSON.stringify(media) : undefined,
    generation: toStored(Generation, generation),
  };
}
