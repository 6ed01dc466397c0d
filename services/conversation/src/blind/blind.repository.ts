import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** Where aliases are looked for: on the dashboard, in a comparison, or in one conversation. */
export interface AliasScope {
  comparisonId?: string | undefined;
  conversationId?: string | undefined;
}

/** A conversation of a blind round. */
export interface BlindThread {
  conversationId: string;
  alias: string;
  aiService: string;
}

/** Which service an alias stands for; every method takes the user. */
@Injectable()
export class BlindRepository {
  /** The services behind some aliases, by alias; one that stands for nothing there is left out. */
  async servicesOf(
    tx: Transaction,
    userId: string,
    aliases: readonly string[],
    { comparisonId, conversationId }: AliasScope,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await tx.query<{ ai_service: string; blind_service: string }[]>(
      `SELECT ai_service, blind_service FROM conversations
       WHERE user_id = $1 AND ai_service = ANY($2::text[]) AND blind_service IS NOT NULL
         AND CASE WHEN $3::uuid IS NOT NULL THEN comparison_id = $3 WHEN $4::uuid IS NOT NULL THEN id = $4 ELSE on_dashboard END`,
      [userId, aliases, comparisonId ?? null, conversationId ?? null],
    );
    return new Map(rows.map(({ ai_service, blind_service }) => [ai_service, blind_service]));
  }

  /** Makes the conversations of a blind round on the dashboard, in place of those of an earlier one. */
  async begin(
    tx: Transaction,
    userId: string,
    { broadcastId, title }: { broadcastId: string; title: string },
    threads: readonly BlindThread[],
  ): Promise<void> {
    await tx.query(
      `WITH earlier AS (
         SELECT id FROM conversations WHERE user_id = $1 AND on_dashboard AND blind_service IS NOT NULL
         ORDER BY ai_service FOR NO KEY UPDATE
       ) UPDATE conversations SET on_dashboard = false WHERE id IN (SELECT id FROM earlier)`,
      [userId],
    );
    await tx.query(
      `INSERT INTO conversations (id, user_id, ai_service, blind_service, title, comparison_id)
       SELECT id, $1, alias, ai_service, $5, $6
       FROM unnest($2::uuid[], $3::text[], $4::text[]) WITH ORDINALITY AS thread (id, alias, ai_service, nr) ORDER BY nr`,
      [
        userId,
        threads.map(({ conversationId }) => conversationId),
        threads.map(({ alias }) => alias),
        threads.map(({ aiService }) => aiService),
        title,
        broadcastId,
      ],
    );
  }

  /** Whether one of these conversations, or one with a message or a round among these, is blind. */
  async isBlind(tx: Transaction, userId: string, ids: readonly string[]): Promise<boolean> {
    const [row] = await tx.query<{ is_blind: boolean }[]>(
      `SELECT EXISTS (
         SELECT FROM conversations c WHERE c.user_id = $1 AND c.blind_service IS NOT NULL AND (c.id = ANY($2::uuid[]) OR c.id IN (
           SELECT m.conversation_id FROM messages m WHERE m.user_id = $1 AND m.id = ANY($2::uuid[])
           UNION ALL
           SELECT r.conversation_id FROM messages r
           WHERE r.user_id = $1 AND r.broadcast_id = ANY($2::uuid[]) AND r.role = 'assistant'))
       ) AS is_blind`,
      [userId, ids],
    );
    return row!.is_blind;
  }
}
