import type { Prepared } from '@polylogue/service-kit';
import { columnsOfMessage, threadColumns } from '../replies/thread-columns.js';
import { unnestSql } from '../replies/unnest.js';
import { namedParameters } from './named-parameters.js';

/** What a message is stored with; lists have one entry per target. */
export interface SendMessageParameters {
  userId: string;
  broadcastId: string;
  mode: string;
  message: string;
  title: string;
  /** How its conversations are listed from now on; null for one without words, which changes nothing. */
  preview: string | null;
  previewKey: string | null;
  aiServices: readonly string[];
  newConversations: readonly string[];
  questions: readonly string[];
  replies: readonly string[];
  /** JSON of what is requested of each in place of its own settings; null: nothing. */
  settings: readonly (string | null)[];
  /** Whether that is all that is requested: nothing of how services answer in the comparison is laid under it. */
  areSettingsWhole: boolean;
  /** JSON of how services answer in the comparison from now on; null: as they did. */
  comparisonSettings: string | null;
  owner: string;
  leaseMs: number;
  /** The idempotency key, its scope, and the hash of what must be the same for it to be the same request. */
  key?: string | undefined;
  route?: string | undefined;
  bodyHash?: string | undefined;
  /** The reply that is dispatched again: its conversation and broadcast, and where its question was first asked: its history ends before it. */
  retriedConversation?: string | undefined;
  retriedBroadcast?: string | undefined;
  firstPosition?: string | undefined;
  /** Refuses, with {@link unseenHistory}, a conversation whose messages this transaction does not see. */
  mustSeeHistory: boolean;
  /** The new conversations are there already. */
  isApart: boolean;
  /** Each reply waits for the one before it in its conversation, as long as that is open. */
  isQueued: boolean;
  /** The outbox row. */
  eventId: string;
  eventSubject: string;
  eventAggregate: string | null;
  eventPayload: string;
  eventHeaders: string;
  /** The first file of the message. */
  attachmentId?: string | undefined;
  /** Files that are new, the first one first; lists have one entry per file. */
  fileIds: readonly string[];
  fileNames: readonly string[];
  fileSizes: readonly number[];
  fileTypes: readonly string[];
  fileTexts: readonly string[];
  /** JSON of the pictures among them. */
  filePictures: readonly (string | null)[];
  /** JSON of their drawn pages. */
  filePages: readonly (string | null)[];
}

const parameters = namedParameters<SendMessageParameters>({
  userId: 'uuid',
  broadcastId: 'uuid',
  mode: 'text',
  message: 'text',
  title: 'text',
  preview: 'text',
  previewKey: 'text',
  aiServices: 'text[]',
  newConversations: 'uuid[]',
  questions: 'uuid[]',
  replies: 'uuid[]',
  settings: 'text[]',
  areSettingsWhole: 'boolean',
  comparisonSettings: 'jsonb',
  owner: 'text',
  leaseMs: 'integer',
  route: 'text',
  key: 'text',
  bodyHash: 'text',
  retriedConversation: 'uuid',
  retriedBroadcast: 'uuid',
  firstPosition: 'bigint',
  mustSeeHistory: 'boolean',
  isApart: 'boolean',
  isQueued: 'boolean',
  eventId: 'uuid',
  eventSubject: 'text',
  eventAggregate: 'text',
  eventPayload: 'jsonb',
  eventHeaders: 'jsonb',
  attachmentId: 'uuid',
  fileIds: 'uuid[]',
  fileNames: 'text[]',
  fileSizes: 'integer[]',
  fileTypes: 'text[]',
  fileTexts: 'text[]',
  filePictures: 'text[]',
  filePages: 'text[]',
});
const p = parameters.sql;
const files = [p.fileIds, p.fileNames, p.fileSizes, p.fileTypes, p.fileTexts];

export const sendMessageValues = parameters.values;

/**
 * What a list shows of a conversation that gets this message and its reply: the row is written here anyway, and the index finds
 * that nothing changes when it has the words of the message.
 */
const listed = `preview = coalesce(${p.preview}, conversations.preview),
      preview_key = coalesce(${p.previewKey}, conversations.preview_key), message_count = conversations.message_count + 2`;

/** SQLSTATE: a conversation appeared while the message was stored. The next transaction sees its messages. */
export const unseenHistory = 'PL001';

/**
 * Stores a message and all that belongs to it, in one statement: nothing is spent before it commits, and it costs one
 * round trip. Answers one row per target with the thread so far; no row when the idempotency key was used before.
 */
export const sendMessage: Prepared = {
  name: 'send-message',
  text: `
WITH key AS (
  INSERT INTO idempotency AS i (user_id, route, key, body_hash, broadcast_id)
  SELECT ${p.userId}, ${p.route}, ${p.key}, ${p.bodyHash}, ${p.broadcastId} WHERE ${p.key} IS NOT NULL
  ON CONFLICT (user_id, route, key) DO UPDATE
    SET body_hash = excluded.body_hash, broadcast_id = excluded.broadcast_id, created_at = now()
    WHERE i.created_at < now() - interval '24 hours'
  RETURNING 1
), requested AS (
  SELECT requested.* FROM ${unnestSql([p.aiServices, p.newConversations, p.questions, p.replies, `${p.settings}::jsonb[]`])}
    WITH ORDINALITY AS requested (ai_service, new_conversation, question, reply, settings, nr)
  WHERE ${p.key} IS NULL OR EXISTS (SELECT FROM key)
), stayed AS (
  UPDATE conversations SET updated_at = now(), ${listed}
  WHERE id = ${p.retriedConversation} AND user_id = ${p.userId} AND EXISTS (SELECT FROM requested)
  RETURNING id, ai_service, comparison_id
), apart AS (
  SELECT c.id, c.ai_service, c.comparison_id FROM conversations c JOIN requested ON c.id = new_conversation
  WHERE ${p.isApart} AND c.user_id = ${p.userId}
), comparison AS (
  -- A service that is asked later joins the comparison that most of the others are in.
  SELECT coalesce((SELECT mode() WITHIN GROUP (ORDER BY c.comparison_id) FROM conversations c
    WHERE c.user_id = ${p.userId} AND c.on_dashboard AND c.ai_service = ANY(${p.aiServices})), ${p.broadcastId})
), joined AS (
  -- A message that was on its way to an alias while its round was revealed begins a blind thread of its own.
  INSERT INTO conversations (id, user_id, ai_service, title, comparison_id, blind_service, preview, preview_key,
    message_count, is_priced)
  SELECT new_conversation, ${p.userId}, ai_service, ${p.title}, (TABLE comparison), settings->>'blindService',
    coalesce(${p.preview}, ''), coalesce(${p.previewKey}, ''), 2, true
  FROM requested WHERE ${p.retriedConversation} IS NULL AND NOT ${p.isApart} ORDER BY ai_service
  ON CONFLICT (user_id, ai_service) WHERE on_dashboard DO UPDATE
    SET updated_at = now(), comparison_id = coalesce(conversations.comparison_id, excluded.comparison_id), ${listed}
  RETURNING id, ai_service, comparison_id
), chosen AS (
  SELECT c.id AS conversation, c.comparison_id, a.*
  FROM requested a JOIN (TABLE stayed UNION ALL TABLE apart UNION ALL TABLE joined) c USING (ai_service)
), settled AS (
  -- Services that are asked together answer by the settings of the comparison that most of them are in.
  SELECT main.id, CASE WHEN NOT ${p.areSettingsWhole} THEN coalesce(${p.comparisonSettings}, given.settings) END AS settings
  FROM (SELECT mode() WITHIN GROUP (ORDER BY comparison_id) AS id FROM chosen) main
  LEFT JOIN comparisons given ON given.user_id = ${p.userId} AND given.id = main.id
), target AS (
  SELECT conversation, new_conversation, ai_service, question, reply, nr, CASE WHEN settled.settings IS NULL THEN chosen.settings
    ELSE nullif(settled.settings || coalesce(chosen.settings, '{}'), '{}') END AS settings
  FROM chosen CROSS JOIN settled
), kept AS (
  INSERT INTO comparisons AS g (user_id, id, settings)
  SELECT ${p.userId}, id, ${p.comparisonSettings} FROM settled WHERE ${p.comparisonSettings} IS NOT NULL AND id IS NOT NULL
  ON CONFLICT (user_id, id) DO UPDATE SET settings = excluded.settings
), thread AS (
  SELECT t.*, past.*, CASE WHEN ${p.isQueued} THEN left_out[cardinality(left_out)] END AS waits_for
  FROM target t CROSS JOIN LATERAL (
    SELECT ${threadColumns} AS history, coalesce(max(position), 0) AS until,
      coalesce(array_agg(id) FILTER (WHERE status = 'pending'), '{}') AS left_out
    FROM (
      SELECT m.id, m.position, m.status, ${columnsOfMessage} FROM messages m
      WHERE m.conversation_id = t.conversation AND m.user_id = ${p.userId}
        AND (${p.firstPosition} IS NULL OR m.position < ${p.firstPosition})
      ORDER BY m.position
    ) earlier
  ) past
), attached AS (
  INSERT INTO attachments (id, user_id, name, size, type, body, picture, pages, first_id, place)
  SELECT f.id, ${p.userId}, f.name, f.size, f.type, f.text, f.picture, f.pages, nullif(${p.attachmentId}, f.id), f.nr - 1
  FROM ${unnestSql([...files, `${p.filePictures}::jsonb[]`, `${p.filePages}::jsonb[]`])} WITH ORDINALITY AS f (id, name, size, type, text, picture, pages, nr)
  WHERE EXISTS (SELECT FROM target)
), sent AS (
  INSERT INTO broadcasts (id, user_id, mode, message_length, retry_of, replies, open_replies)
  SELECT ${p.broadcastId}, ${p.userId}, ${p.mode}, length(${p.message}), ${p.retriedBroadcast}, count(*)::integer, count(*)::integer FROM target
  HAVING count(*) > 0
), written AS (
  INSERT INTO messages (id, user_id, conversation_id, broadcast_id, role, content, status, attachment_id)
  SELECT CASE line.role WHEN 'user' THEN t.question ELSE t.reply END, ${p.userId}, t.conversation, ${p.broadcastId}, line.role,
    CASE line.role WHEN 'user' THEN ${p.message} ELSE '' END, line.status,
    CASE line.role WHEN 'user' THEN ${p.attachmentId} END
  FROM target t CROSS JOIN (VALUES (1, 'user', 'completed'), (2, 'assistant', 'pending')) AS line (step, role, status)
  ORDER BY t.nr, line.step
), owed AS (
  INSERT INTO dispatches (message_id, user_id, broadcast_id, ai_service, place, owner, lease_until, context_until, left_out, waits_for, temperature, settings)
  SELECT reply, ${p.userId}, ${p.broadcastId}, ai_service, nr - 1, ${p.owner}, now() + ${p.leaseMs} * interval '1 millisecond',
    until, left_out, waits_for, (settings->>'temperature')::float8, settings
  FROM thread
), published AS (
  INSERT INTO outbox (id, subject, aggregate_id, payload, headers)
  SELECT ${p.eventId}, ${p.eventSubject}, ${p.eventAggregate}, ${p.eventPayload}, ${p.eventHeaders} WHERE EXISTS (SELECT FROM target)
)
SELECT ai_service, conversation AS conversation_id, reply AS message_id, settings, history, waits_for IS NOT NULL AS waits FROM thread
WHERE NOT ${p.mustSeeHistory} OR until > 0 OR conversation = new_conversation OR refuse_unseen_history() ORDER BY nr`,
};
