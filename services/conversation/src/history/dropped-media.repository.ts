import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** Media that are dropped with the conversations that show them: what services made, and pictures that users attached. */
@Injectable()
export class DroppedMediaRepository {
  /** What these conversations show. Undefined: all of the user's. */
  async shownIn(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT DISTINCT one->>'id' AS id FROM messages m, jsonb_array_elements(m.media) AS one
       WHERE m.user_id = $1 AND m.media IS NOT NULL AND ($2::uuid[] IS NULL OR m.conversation_id = ANY($2::uuid[]))
       UNION SELECT f.picture->>'mediaId' FROM attachments f JOIN messages m ON m.attachment_id = coalesce(f.first_id, f.id)
       WHERE f.user_id = $1 AND f.picture IS NOT NULL AND ($2::uuid[] IS NULL OR m.conversation_id = ANY($2::uuid[]))
       UNION SELECT page->>'mediaId' FROM attachments f JOIN messages m ON m.attachment_id = coalesce(f.first_id, f.id),
         jsonb_array_elements(f.pages->'pictures') AS page
       WHERE f.user_id = $1 AND f.pages IS NOT NULL AND ($2::uuid[] IS NULL OR m.conversation_id = ANY($2::uuid[]))`,
      [userId, conversationIds ?? null],
    );
    return rows.map(({ id }) => id);
  }

  /** Those of them that no message shows any more: a conversation that was continued elsewhere has copies. */
  async notShown(tx: Transaction, userId: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await tx.query<{ id: string }[]>(
      `SELECT shown.id FROM unnest($2::text[]) AS shown (id) WHERE NOT EXISTS (
         SELECT FROM messages m WHERE m.user_id = $1 AND m.media IS NOT NULL
           AND m.media @> jsonb_build_array(jsonb_build_object('id', shown.id)))
       AND NOT EXISTS (
         SELECT FROM attachments f JOIN messages m ON m.attachment_id = coalesce(f.first_id, f.id) AND m.user_id = $1
         WHERE f.user_id = $1 AND (f.picture->>'mediaId' = shown.id
           OR f.pages->'pictures' @> jsonb_build_array(jsonb_build_object('mediaId', shown.id))))`,
      [userId, ids],
    );
    return rows.map(({ id }) => id);
  }
}
