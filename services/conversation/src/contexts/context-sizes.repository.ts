import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** How long the threads are that a message would go into; every method takes the user. */
@Injectable()
export class ContextSizesRepository {
  /**
   * Bytes of what each service would be sent before the message: by the rules of `thread.rules.ts`, only without the few
   * words that mark a file or another service's turn. Lengths alone are read, never the long texts themselves.
   */
  async ofDashboard(tx: Transaction, userId: string, aiServices: readonly string[]): Promise<Map<string, number>> {
    const rows = await tx.query<{ ai_service: string; bytes: string }[]>(
      `SELECT c.ai_service, sent.bytes FROM conversations c CROSS JOIN LATERAL (
         SELECT coalesce(sum(question_bytes + bytes), 0) AS bytes FROM (
           SELECT m.role, octet_length(m.content) AS bytes, lag(m.role) OVER thread AS asked_by,
             lag(octet_length(m.content) + coalesce(f.bytes, 0)) OVER thread AS question_bytes,
             CASE WHEN octet_length(m.content) > 256 THEN true ELSE btrim(m.content, E' \\n\\r\\t') <> '' END AS has_text
           FROM messages m LEFT JOIN LATERAL (
             SELECT octet_length(body) AS bytes FROM attachments WHERE id = m.attachment_id) f ON true
           WHERE m.conversation_id = c.id AND m.user_id = $1 WINDOW thread AS (ORDER BY m.position)
         ) turn WHERE role = 'assistant' AND asked_by = 'user' AND has_text) sent
       WHERE c.user_id = $1 AND c.on_dashboard AND c.ai_service = ANY($2)`,
      [userId, aiServices],
    );
    return new Map(rows.map(({ ai_service, bytes }) => [ai_service, Number(bytes)]));
  }
}
