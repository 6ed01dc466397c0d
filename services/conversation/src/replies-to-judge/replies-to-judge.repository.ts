import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { AttachedFile } from '../attachments/attachment.entity.js';
import type { EndStatus } from '../live/broadcast.entity.js';
import { filesOfMessage } from '../replies/threads.repository.js';

export interface ReplyToJudgeRow {
  message_id: string;
  conversation_id: string;
  ai_service: string;
  status: EndStatus | 'pending';
  content: string;
  question: string;
  /** JSON of the proto message. */
  generation: unknown;
  /** The files the question came with. */
  files: AttachedFile[] | null;
}

export interface ReadReplyRow {
  message_id: string;
  conversation_id: string;
  broadcast_id: string | null;
  ai_service: string;
  content: string;
  question: string | null;
  /** JSON of the proto message. */
  generation: unknown;
  files: AttachedFile[] | null;
}

@Injectable()
export class RepliesToJudgeRepository {
  /**
   * The replies of a broadcast in its targets' order, each with its question; text of completed ones without media.
   * Sources come with one that is asked for alone: a list of all would be long.
   */
  list(tx: Transaction, userId: string, broadcastId: string, messageId?: string): Promise<ReplyToJudgeRow[]> {
    return tx.query<ReplyToJudgeRow[]>(
      `SELECT m.id AS message_id, m.conversation_id, d.ai_service, m.status, q.content AS question, f.files,
         m.generation - CASE WHEN $3::uuid IS NULL THEN '{reasoning,sources,sourcesOmitted}' ELSE '{reasoning}' END::text[]
           AS generation,
         CASE WHEN m.status = 'completed' AND m.media IS NULL THEN m.content ELSE '' END AS content
       FROM dispatches d
       JOIN messages m ON m.id = d.message_id
       JOIN messages q ON q.conversation_id = m.conversation_id AND q.broadcast_id = d.broadcast_id AND q.role = 'user'
       LEFT JOIN LATERAL (
         SELECT json_agg(json_build_object('name', a.name, 'text', a.body, 'picture', a.picture, 'pages', a.pages) ORDER BY a.place) AS files
         FROM attachments a WHERE a.id = q.attachment_id OR a.first_id = q.attachment_id
       ) f ON q.attachment_id IS NOT NULL
       WHERE d.broadcast_id = $2 AND d.user_id = $1 AND m.user_id = $1 AND q.user_id = $1
         AND ($3::uuid IS NULL OR m.id = $3)
       ORDER BY d.place`,
      [userId, broadcastId, messageId ?? null],
    );
  }

  /** Some ended replies of a user, in the order in which they are named, each with the message before it. */
  read(tx: Transaction, userId: string, messageIds: readonly string[]): Promise<ReadReplyRow[]> {
    return tx.query<ReadReplyRow[]>(
      `SELECT r.id AS message_id, r.conversation_id, r.broadcast_id, coalesce(r.author, c.ai_service) AS ai_service,
         r.generation - '{reasoning,sources,sourcesOmitted}'::text[] AS generation, r.content,
         q.content AS question, q.files
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
  }
}
