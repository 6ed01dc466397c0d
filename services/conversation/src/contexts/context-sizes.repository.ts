import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { AnswerSettings } from '../answer-presets/answer-preset.entity.js';

/** How much of a thread goes with each call. */
export interface ThreadSize {
  bytes: number;
  /** Drawn pages of documents among them. */
  pictures: number;
}

/**
 * What would be sent of a conversation `c`: by the rules of `thread.rules.ts`, only without the few words that mark a file
 * or another service's turn. Lengths alone are read, never the long texts themselves.
 */
const sizeOfThread = `SELECT coalesce(sum(question_bytes + bytes), 0) AS bytes, coalesce(sum(question_pictures), 0) AS pictures FROM (
    SELECT m.role, octet_length(m.content) AS bytes, lag(m.role) OVER thread AS asked_by,
      lag(octet_length(m.content) + coalesce(f.bytes, 0)) OVER thread AS question_bytes,
      lag(coalesce(f.pictures, 0)) OVER thread AS question_pictures,
      CASE WHEN octet_length(m.content) > 256 THEN true ELSE btrim(m.content, E' \\n\\r\\t') <> '' END AS has_text
    FROM messages m LEFT JOIN LATERAL (
      SELECT sum(octet_length(body)) AS bytes, sum(CASE WHEN picture IS NOT NULL THEN 1
        ELSE coalesce(jsonb_array_length(pages->'pictures'), 0) END) AS pictures
      FROM attachments WHERE id = m.attachment_id OR first_id = m.attachment_id
    ) f ON m.attachment_id IS NOT NULL
    WHERE m.conversation_id = c.id AND m.user_id = $1 WINDOW thread AS (ORDER BY m.position)
  ) turn WHERE role = 'assistant' AND asked_by = 'user' AND has_text`;

/** How long the threads are that a message would go into; every method takes the user. */
@Injectable()
export class ContextSizesRepository {
  /** By service; one that has no thread on the dashboard is left out. */
  async ofDashboard(tx: Transaction, userId: string, aiServices: readonly string[]): Promise<Map<string, ThreadSize>> {
    const rows = await tx.query<(Row & { ai_service: string })[]>(
      `SELECT c.ai_service, sent.* FROM conversations c CROSS JOIN LATERAL (${sizeOfThread}) sent
       WHERE c.user_id = $1 AND c.on_dashboard AND c.ai_service = ANY($2)`,
      [userId, aiServices],
    );
    return new Map(rows.map((row) => [row.ai_service, toSize(row)]));
  }

  /** Of the blind round on the dashboard, by the services behind its aliases. */
  async ofBlindRound(tx: Transaction, userId: string): Promise<Map<string, ThreadSize>> {
    const rows = await tx.query<(Row & { blind_service: string })[]>(
      `SELECT c.blind_service, sent.* FROM conversations c CROSS JOIN LATERAL (${sizeOfThread}) sent
       WHERE c.user_id = $1 AND c.on_dashboard AND c.blind_service IS NOT NULL`,
      [userId],
    );
    return new Map(rows.map((row) => [row.blind_service, toSize(row)]));
  }

  /** How services answer in the comparison that a message goes into: to these services, or on top of a conversation. */
  async settingsOf(
    tx: Transaction,
    userId: string,
    { aiServices, conversationId }: { aiServices: readonly string[]; conversationId?: string | undefined },
  ): Promise<AnswerSettings | undefined> {
    const [row] = await tx.query<{ settings: AnswerSettings | null }[]>(
      `SELECT g.settings FROM comparisons g WHERE g.user_id = $1 AND g.id = (
         SELECT mode() WITHIN GROUP (ORDER BY c.comparison_id) FROM conversations c WHERE c.user_id = $1
           AND CASE WHEN $3::uuid IS NULL THEN c.on_dashboard AND c.ai_service = ANY($2::text[]) ELSE c.id = $3 END)`,
      [userId, aiServices, conversationId ?? null],
    );
    return row?.settings ?? undefined;
  }

  /** Undefined when there is no such conversation. */
  async ofConversation(tx: Transaction, userId: string, conversationId: string): Promise<ThreadSize | undefined> {
    const [row] = await tx.query<Row[]>(
      `SELECT sent.* FROM conversations c CROSS JOIN LATERAL (${sizeOfThread}) sent WHERE c.user_id = $1 AND c.id = $2`,
      [userId, conversationId],
    );
    return row && toSize(row);
  }
}

interface Row {
  bytes: string;
  pictures: string;
}

const toSize = ({ bytes, pictures }: Row): ThreadSize => ({ bytes: Number(bytes), pictures: Number(pictures) });
