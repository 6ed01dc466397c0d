import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { Preview } from './plain-words.rules.js';

export interface Unindexed {
  message_id: string;
  conversation_id: string;
  user_id: string;
  content: string;
  title: string;
  is_first: boolean;
  /** In which turn of the batch its user was; the last one taken was in the highest. */
  turn: number;
  /** Of the message as it was read. */
  version: string;
}

export interface IndexEntry {
  conversationId: string;
  userId: string;
  messageId: string | null;
  part: number;
  words: string;
}

export interface PreviewOfConversation extends Preview {
  conversationId: string;
}

/** The words of the claims of an agreement map. */
export interface ClaimsEntry {
  mapId: string;
  userId: string;
  conversationIds: readonly string[];
  body: string;
  words: string;
}

/** The worker role's access to the search index: SQL functions only. */
@Injectable()
export class SearchIndexRepository {
  /**
   * So many at most, and none more once they have so many bytes of text; one, however long it is. Users take turns,
   * beginning with the one after `lastUser`.
   */
  read(tx: Transaction, max: number, maxBytes: number, lastUser: string): Promise<Unindexed[]> {
    return tx.query<Unindexed[]>('SELECT * FROM read_unindexed($1, $2, $3)', [max, maxBytes, lastUser]);
  }

  /**
   * Takes those out of the queue that are still as they were read, and locks their conversations; answers which. The others
   * keep their turn.
   */
  async claim(tx: Transaction, read: readonly Unindexed[]): Promise<Set<string>> {
    const rows = await tx.query<{ message_id: string }[]>('SELECT * FROM claim_unindexed($1::uuid[], $2::text[])', [
      read.map(({ message_id }) => message_id),
      read.map(({ version }) => version),
    ]);
    return new Set(rows.map(({ message_id }) => message_id));
  }

  async store(tx: Transaction, entries: readonly IndexEntry[]): Promise<void> {
    await tx.query('SELECT store_words($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::text[])', [
      entries.map(({ conversationId }) => conversationId),
      entries.map(({ userId }) => userId),
      entries.map(({ messageId }) => messageId),
      entries.map(({ part }) => part),
      entries.map(({ words }) => words),
    ]);
  }

  /** Instead of what was stored of the map; without words it is forgotten. */
  async storeClaims(tx: Transaction, { mapId, userId, conversationIds, body, words }: ClaimsEntry): Promise<void> {
    await tx.query('SELECT store_claims($1, $2, $3::uuid[], $4, $5)', [mapId, userId, conversationIds, body, words]);
  }

  lastWords(tx: Transaction, conversationIds: readonly string[]) {
    return tx.query<{ conversation_id: string; content: string | null }[]>('SELECT * FROM last_words($1::uuid[])', [
      conversationIds,
    ]);
  }

  async storePreviews(tx: Transaction, previews: readonly PreviewOfConversation[]): Promise<void> {
    await tx.query('SELECT store_previews($1::uuid[], $2::text[], $3::text[])', [
      previews.map(({ conversationId }) => conversationId),
      previews.map(({ preview }) => preview),
      previews.map(({ key }) => key),
    ]);
  }
}
