import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { NewBroadcast } from './broadcasts.repository.js';
import type { OwnComparison } from './send-message.rules.js';

/** Comparisons that begin and go on off the dashboard, as programs ask for them; the message itself is sent as any other. */
@Injectable()
export class ApartRepository {
  /** Makes the conversations of a broadcast, each beginning with this history. */
  async begin(
    tx: Transaction,
    userId: string,
    { broadcastId, title, targets }: Pick<NewBroadcast, 'broadcastId' | 'title' | 'targets'>,
    history: OwnComparison['history'],
  ): Promise<void> {
    const conversations = targets.map(({ newConversationId }) => newConversationId);
    await tx.query(
      `INSERT INTO conversations (id, user_id, ai_service, title, comparison_id, on_dashboard)
       SELECT id, $1, ai_service, $4, $5, false FROM unnest($2::uuid[], $3::text[]) AS thread (id, ai_service)`,
      [userId, conversations, targets.map(({ aiService }) => aiService), title, broadcastId],
    );
    const lines = conversations.flatMap((conversation) => history.map((line) => ({ ...line, conversation })));
    await tx.query(
      `INSERT INTO messages (id, user_id, conversation_id, role, content, status, ended_at)
       SELECT line.id, $1, line.conversation, line.role, line.content, 'completed', now()
       FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) WITH ORDINALITY
         AS line (id, conversation, role, content, nr) ORDER BY line.nr`,
      [
        userId,
        lines.map(() => uuid()),
        lines.map(({ conversation }) => conversation),
        lines.map(({ isUser }) => (isUser ? 'user' : 'assistant')),
        lines.map(({ content }) => content),
      ],
    );
  }

  /** The thread of each of these services in a comparison, by service; of several the one that was used last. */
  async threadsOf(
    tx: Transaction,
    userId: string,
    comparisonId: string,
    aiServices: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    // In the order in which every writer locks threads, so that no two wait for each other.
    const rows = await tx.query<{ id: string; ai_service: string }[]>(
      `WITH newest AS (
         SELECT DISTINCT ON (ai_service) id FROM conversations
         WHERE user_id = $1 AND comparison_id = $2 AND ai_service = ANY($3::text[])
         ORDER BY ai_service, updated_at DESC, id DESC
       ), locked AS MATERIALIZED (
         SELECT id FROM conversations WHERE id IN (SELECT id FROM newest) ORDER BY ai_service FOR NO KEY UPDATE
       ), used AS (
         UPDATE conversations SET updated_at = now() WHERE id IN (SELECT id FROM locked) RETURNING id, ai_service
       )
       SELECT id, ai_service FROM used`,
      [userId, comparisonId, aiServices],
    );
    return new Map(rows.map(({ id, ai_service }) => [ai_service, id]));
  }
}
