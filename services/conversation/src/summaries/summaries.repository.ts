import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@polylogue/service-kit';
import { promptWithoutPictures } from '../attachments/prompt.rules.js';
import { endColumnNames, fromEndColumns, type EndColumns } from '../live/ended-reply.mapper.js';
import { filesOfMessage } from '../replies/threads.repository.js';
import type { AttachedFile } from '../attachments/attachment.entity.js';
import type { SummarizedReply, Summary, SummaryKind } from './summary.entity.js';

/** A summary on its way into the store. */
export interface NewSummary extends Pick<
  Summary,
  'id' | 'broadcastId' | 'messageIds' | 'replyServices' | 'kind' | 'instruction' | 'aiService'
> {
  conversationIds: readonly string[];
  owner: string;
  leaseMs: number;
}

interface SummaryRow extends EndColumns {
  id: string;
  broadcast_id: string;
  message_ids: string[];
  reply_services: string[];
  kind: SummaryKind;
  instruction: string | null;
  ai_service: string;
  content: string;
  created_at: Date;
}

interface ReplyRow {
  message_id: string;
  conversation_id: string;
  broadcast_id: string | null;
  author: string;
  display_name: string | null;
  status: string;
  content: string;
  question: string | null;
  files: AttachedFile[] | null;
}

const columns = `m.id, m.broadcast_id, m.message_ids, m.reply_services, m.kind, m.instruction, m.ai_service, m.content, m.created_at,
  ${endColumnNames}`;

/** The route of the keys of summaries, in the table that holds those of broadcasts. */
const keyRoute = 'summarize';

/** Summaries, for their user. */
@Injectable()
export class SummariesRepository {
  constructor(private readonly database: Database) {}

  /** Replies with the questions they answer, in the order in which they are named; only those that can be summed up. */
  async replies(tx: Transaction, userId: string, messageIds: readonly string[]): Promise<SummarizedReply[]> {
    const rows = await tx.query<ReplyRow[]>(
      `SELECT r.id AS message_id, r.conversation_id, r.broadcast_id, coalesce(r.author, c.ai_service) AS author,
         r.generation->>'displayName' AS display_name, r.status, r.content, q.content AS question, q.files
       FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, nr)
       JOIN messages r ON r.id = wanted.id AND r.user_id = $1 AND r.role = 'assistant' AND r.status <> 'pending'
       JOIN conversations c ON c.id = r.conversation_id
       LEFT JOIN LATERAL (
         SELECT m.content, ${filesOfMessage} AS files FROM messages m
         WHERE m.conversation_id = r.conversation_id AND m.role = 'user' AND m.position < r.position
         ORDER BY m.position DESC LIMIT 1
       ) q ON true
       ORDER BY wanted.nr`,
      [userId, messageIds],
    );
    return rows.flatMap((row) => {
      if (row.content.trim() === '') return [];
      return {
        messageId: row.message_id,
        conversationId: row.conversation_id,
        broadcastId: row.broadcast_id ?? undefined,
        aiService: row.author,
        displayName: row.display_name || row.author,
        question: promptWithoutPictures(row.question ?? '', row.files),
        content: row.content,
      };
    });
  }

  /** Takes a key for a summary; the summary that has it, when it was taken before. */
  async takeKey(tx: Transaction, userId: string, key: string, bodyHash: string, id: string) {
    const taken = await tx.query<unknown[]>(
      `WITH taken AS (
         INSERT INTO idempotency AS i (user_id, route, key, body_hash, broadcast_id) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, route, key) DO UPDATE
           SET body_hash = excluded.body_hash, broadcast_id = excluded.broadcast_id, created_at = now()
           WHERE i.created_at < now() - interval '24 hours'
         RETURNING 1
       ) SELECT 1 FROM taken`,
      [userId, keyRoute, key, bodyHash, id],
    );
    if (taken.length > 0) return undefined;
    const [earlier] = await tx.query<{ id: string; bodyHash: string }[]>(
      `SELECT broadcast_id AS id, body_hash AS "bodyHash" FROM idempotency WHERE user_id = $1 AND route = $2 AND key = $3`,
      [userId, keyRoute, key],
    );
    return earlier;
  }

  async insert(tx: Transaction, userId: string, summary: NewSummary): Promise<Date> {
    const [row] = await tx.query<{ created_at: Date }[]>(
      `INSERT INTO round_summaries (id, user_id, broadcast_id, message_ids, conversation_ids, reply_services, kind,
         instruction, ai_service, owner, lease_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + $11 * interval '1 millisecond') RETURNING created_at`,
      [
        summary.id,
        userId,
        summary.broadcastId,
        summary.messageIds,
        summary.conversationIds,
        summary.replyServices,
        summary.kind,
        summary.instruction ?? null,
        summary.aiService,
        summary.owner,
        Math.round(summary.leaseMs),
      ],
    );
    return row!.created_at;
  }

  async find(userId: string, id: string): Promise<Summary | undefined> {
    const [row] = await this.database.asUser(userId, (tx) =>
      tx.query<SummaryRow[]>(`SELECT ${columns} FROM round_summaries m WHERE m.user_id = $1 AND m.id = $2`, [
        userId,
        id,
      ]),
    );
    return row && toSummary(row);
  }

  /** Those of some rounds, oldest first. */
  async list(tx: Transaction, userId: string, broadcastIds: readonly string[]): Promise<Summary[]> {
    const rows = await tx.query<SummaryRow[]>(
      `SELECT ${columns} FROM round_summaries m WHERE m.user_id = $1 AND m.broadcast_id = ANY($2::uuid[])
       ORDER BY m.created_at, m.id`,
      [userId, broadcastIds],
    );
    return rows.map(toSummary);
  }

  /** Those of replies in these conversations, oldest first, each with the conversations it is about. */
  async ofConversations(tx: Transaction, userId: string, conversationIds: readonly string[]) {
    const rows = await tx.query<(SummaryRow & { conversation_ids: string[] })[]>(
      `SELECT ${columns}, m.conversation_ids FROM round_summaries m
       WHERE m.user_id = $1 AND m.conversation_ids && $2::uuid[] ORDER BY m.created_at, m.id`,
      [userId, conversationIds],
    );
    return rows.map((row) => ({ summary: toSummary(row), conversationIds: row.conversation_ids }));
  }

  /** Deletes those about any of these conversations; undefined: all of the user's. */
  async deleteWith(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `WITH gone AS (
         DELETE FROM round_summaries WHERE user_id = $1 AND ($2::uuid[] IS NULL OR conversation_ids && $2::uuid[])
         RETURNING id
       ) SELECT id FROM gone`,
      [userId, conversationIds ?? null],
    );
    return rows.map(({ id }) => id);
  }

  /** Requests its end; whether it is open. Undefined when there is none. */
  async requestCancel(tx: Transaction, userId: string, id: string): Promise<boolean | undefined> {
    const [row] = await tx.query<{ isOpen: boolean }[]>(
      `WITH requested AS (
         UPDATE round_summaries SET cancel_requested = true WHERE user_id = $1 AND id = $2 AND status = 'pending'
         RETURNING id
       ) SELECT EXISTS (SELECT FROM requested) AS "isOpen" FROM round_summaries WHERE user_id = $1 AND id = $2`,
      [userId, id],
    );
    return row?.isOpen;
  }

  async delete(tx: Transaction, userId: string, id: string): Promise<void> {
    await tx.query('DELETE FROM round_summaries WHERE user_id = $1 AND id = $2', [userId, id]);
  }
}

function toSummary(row: SummaryRow): Summary {
  return {
    id: row.id,
    broadcastId: row.broadcast_id,
    messageIds: row.message_ids,
    replyServices: row.reply_services,
    kind: row.kind,
    instruction: row.instruction ?? undefined,
    aiService: row.ai_service,
    content: row.content,
    end: row.status === 'pending' ? undefined : fromEndColumns(row),
    createdAt: row.created_at,
  };
}
