import { Injectable } from '@nestjs/common';
import { DrawnPages, Picture, toStored } from '@polylogue/proto';
import { Database, runPrepared, type OutboxRow, type Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { AnswerSettings } from '../answer-presets/answer-preset.entity.js';
import type { AttachedFile, NewAttachment } from '../attachments/attachment.entity.js';
import type { RequestedSettings } from '../replies/requested-settings.js';
import type { ThreadColumns } from '../replies/thread-columns.js';
import { filesOfMessage } from '../replies/threads.repository.js';
import type { BroadcastMode } from '../live/broadcast.entity.js';
import { previewOf } from '../search/plain-words.rules.js';
import { sendMessage, sendMessageValues } from './send-message.js';

/** A message on its way into the store; the ids of what may become new are given. */
export interface NewBroadcast {
  broadcastId: string;
  mode: BroadcastMode;
  message: string;
  title: string;
  targets: readonly {
    aiService: string;
    newConversationId: string;
    questionId: string;
    replyId: string;
    settings?: RequestedSettings | undefined;
  }[];
  /** Whether the settings of the targets are all that is requested; otherwise those of the comparison lie under them. */
  areSettingsWhole?: boolean | undefined;
  /** How services answer in the comparison from now on; absent: as they did. */
  comparisonSettings?: AnswerSettings | undefined;
  owner: string;
  leaseMs: number;
  idempotency?: { route: string; key: string; bodyHash: string } | undefined;
  /** The files of the message, by the id of the first: new ones, or in a retry those of the first question. */
  attached?: { id: string; stored?: readonly AttachedFile[]; new?: readonly NewAttachment[] } | undefined;
  /** The question that is sent again: in the same conversation, with the history before the place where it was first asked. */
  retry?: { conversationId: string; broadcastId: string; firstPosition: string } | undefined;
  /** Whether a conversation that has just appeared refuses the message, since its history was not seen. */
  mustSeeHistory: boolean;
  /** Whether its conversations are there already. */
  isApart: boolean;
  /** Whether each reply waits for the one before it in its conversation. */
  isQueued?: boolean | undefined;
}

/** A target of a broadcast that has been stored, with the thread it continues. */
export interface StoredTarget {
  ai_service: string;
  conversation_id: string;
  message_id: string;
  /** All that is requested of it in place of its own settings. */
  settings: RequestedSettings | null;
  history: ThreadColumns;
  /** Until the reply before it has ended; then the history is another. */
  waits: boolean;
}

/** Broadcasts and what belongs to them; every method takes the user. */
@Injectable()
export class BroadcastsRepository {
  constructor(private readonly database: Database) {}

  /** Stores a message and the dispatches it needs, and commits. No rows: the idempotency key was used before. */
  store(userId: string, broadcast: NewBroadcast, event: OutboxRow): Promise<StoredTarget[]> {
    return this.database.runAsUser<StoredTarget>(userId, sendMessage, this.#values(userId, broadcast, event));
  }

  /** The same within an open transaction. */
  insert(tx: Transaction, userId: string, broadcast: NewBroadcast, event: OutboxRow): Promise<StoredTarget[]> {
    return runPrepared<StoredTarget>(tx, sendMessage, this.#values(userId, broadcast, event));
  }

  #values(userId: string, broadcast: NewBroadcast, event: OutboxRow): unknown[] {
    const { targets, idempotency, retry, attached } = broadcast;
    const files = attached?.new ?? [];
    const listed = broadcast.message === '' ? undefined : previewOf(broadcast.message);
    return sendMessageValues({
      userId,
      broadcastId: broadcast.broadcastId,
      mode: broadcast.mode,
      message: broadcast.message,
      title: broadcast.title,
      preview: listed?.preview ?? null,
      previewKey: listed?.key ?? null,
      aiServices: targets.map(({ aiService }) => aiService),
      newConversations: targets.map(({ newConversationId }) => newConversationId),
      questions: targets.map(({ questionId }) => questionId),
      replies: targets.map(({ replyId }) => replyId),
      settings: targets.map(({ settings }) => (settings ? JSON.stringify(settings) : null)),
      areSettingsWhole: broadcast.areSettingsWhole === true,
      comparisonSettings: broadcast.comparisonSettings ? JSON.stringify(broadcast.comparisonSettings) : null,
      owner: broadcast.owner,
      leaseMs: Math.round(broadcast.leaseMs),
      ...idempotency,
      retriedConversation: retry?.conversationId,
      retriedBroadcast: retry?.broadcastId,
      firstPosition: retry?.firstPosition,
      mustSeeHistory: broadcast.mustSeeHistory,
      isApart: broadcast.isApart,
      isQueued: broadcast.isQueued === true,
      eventId: event.id,
      eventSubject: event.subject,
      eventAggregate: event.aggregateId,
      eventPayload: event.payload,
      eventHeaders: event.headers,
      attachmentId: attached?.id,
      fileIds: files.map((_file, index) => (index === 0 ? attached!.id : uuid())),
      fileNames: files.map(({ name }) => name),
      fileSizes: files.map(({ size }) => size),
      fileTypes: files.map(({ type }) => type),
      fileTexts: files.map(({ text }) => text),
      filePictures: files.map(({ picture }) => toStored(Picture, picture ?? undefined)),
      filePages: files.map(({ pages }) => toStored(DrawnPages, pages ?? undefined)),
    });
  }

  async findByKey(tx: Transaction, userId: string, route: string, key: string) {
    const [row] = await tx.query<{ broadcast_id: string; body_hash: string }[]>(
      'SELECT broadcast_id, body_hash FROM idempotency WHERE user_id = $1 AND route = $2 AND key = $3',
      [userId, route, key],
    );
    return row && { broadcastId: row.broadcast_id, bodyHash: row.body_hash };
  }

  /** How many of the user's messages wait for replies. */
  async countQueued(tx: Transaction, userId: string): Promise<number> {
    const [row] = await tx.query<{ n: number }[]>(
      `SELECT count(DISTINCT broadcast_id)::integer AS n FROM dispatches
       WHERE user_id = $1 AND state = 'running' AND waits_for IS NOT NULL`,
      [userId],
    );
    return row!.n;
  }

  async exists(tx: Transaction, userId: string, broadcastId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>('SELECT 1 FROM broadcasts WHERE id = $2 AND user_id = $1', [
      userId,
      broadcastId,
    ]);
    return rows.length > 0;
  }

  /** Requests the end of replies still open; answers which. */
  async requestCancel(tx: Transaction, userId: string, broadcastId: string, aiServices: readonly string[]) {
    const rows = await tx.query<{ message_id: string }[]>(
      `WITH open AS (
         SELECT message_id FROM dispatches
         WHERE broadcast_id = $2 AND user_id = $1 AND state = 'running' AND NOT cancel_requested
           AND (cardinality($3::text[]) = 0 OR ai_service = ANY($3::text[]))
         ORDER BY message_id FOR UPDATE
       ), requested AS (
         UPDATE dispatches d SET cancel_requested = true FROM open WHERE d.message_id = open.message_id
         RETURNING d.message_id
       ) SELECT message_id FROM requested`,
      [userId, broadcastId, aiServices],
    );
    return rows.map(({ message_id }) => message_id);
  }

  /** What a round was: its question, its files, and each service with the settings it was asked with. */
  async findRound(tx: Transaction, userId: string, broadcastId: string) {
    const rows = await tx.query<RoundRow[]>(
      `SELECT d.ai_service, m.content AS question, m.attachment_id, ${filesOfMessage} AS files,
         d.settings AS requested, r.generation->'settings' AS sent
       FROM dispatches d JOIN messages r ON r.id = d.message_id
       JOIN messages m ON m.conversation_id = r.conversation_id AND m.broadcast_id = r.broadcast_id AND m.role = 'user'
       WHERE d.broadcast_id = $2 AND d.user_id = $1 ORDER BY d.place`,
      [userId, broadcastId],
    );
    const [first] = rows;
    return (
      first && {
        question: first.question,
        attached: storedFiles(first),
        aiServices: rows.map(({ ai_service }) => ai_service),
        settings: new Map(rows.map(({ ai_service, requested, sent }) => [ai_service, { ...requested, ...sent }])),
      }
    );
  }

  /** What is needed to dispatch a reply again. It may be one of several to a question: where that was first asked. */
  async findReply(tx: Transaction, userId: string, messageId: string) {
    const [row] = await tx.query<RetriedRow[]>(
      `WITH RECURSIVE asked (broadcast_id) AS (
         SELECT broadcast_id FROM dispatches WHERE message_id = $2 AND user_id = $1
         UNION ALL SELECT b.retry_of FROM asked JOIN broadcasts b ON b.id = asked.broadcast_id
           WHERE b.user_id = $1 AND b.retry_of IS NOT NULL
       )
       SELECT d.ai_service, d.state, d.broadcast_id, r.conversation_id, m.content AS question,
         m.attachment_id, ${filesOfMessage} AS files, (
           SELECT min(q.position) FROM messages q
           WHERE q.conversation_id = r.conversation_id AND q.broadcast_id IN (TABLE asked)
         ) AS first_position
       FROM dispatches d JOIN messages r ON r.id = d.message_id
       JOIN messages m ON m.conversation_id = r.conversation_id AND m.broadcast_id = r.broadcast_id AND m.role = 'user'
       WHERE d.message_id = $2 AND d.user_id = $1`,
      [userId, messageId],
    );
    return (
      row && {
        aiService: row.ai_service,
        isOpen: row.state === 'running',
        broadcastId: row.broadcast_id,
        conversationId: row.conversation_id,
        firstPosition: row.first_position,
        question: row.question,
        attached: storedFiles(row),
      }
    );
  }
}

const storedFiles = ({ attachment_id: id, files }: Pick<RoundRow, 'attachment_id' | 'files'>) =>
  id && files ? { id, stored: files } : undefined;

interface RoundRow {
  ai_service: string;
  question: string;
  attachment_id: string | null;
  files: AttachedFile[] | null;
  requested: RequestedSettings | null;
  sent: RequestedSettings | null;
}

interface RetriedRow {
  ai_service: string;
  state: string;
  broadcast_id: string;
  conversation_id: string;
  /** Where the question was first asked in its conversation, a bigint. */
  first_position: string;
  question: string;
  attachment_id: string | null;
  files: AttachedFile[] | null;
}
