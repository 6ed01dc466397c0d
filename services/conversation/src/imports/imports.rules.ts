import { createHash } from 'node:crypto';
import {
  aiServiceNameShape,
  contractLimits,
  costSource,
  DrawnPages,
  Generation,
  messageRole,
  Picture,
  ReplyStatus,
  replyStatus,
  toStored,
  withoutBlindness,
  type Attachment,
  type Conversation,
  type Message,
  isUuid,
} from '@polylogue/proto';
import { v5 as uuidOf } from 'uuid';
import { issuesOfChange, normalizedChange } from '../comparison-labels/labels.rules.js';
import { importedId, sequenceOf, timeOf } from './imported-id.rules.js';
import { badImport } from './imports.errors.js';

const maxMedia = 20;
export const maxContentLength = 2 * 1024 * 1024;
const maxTitleLength = 500;

export type Imported = ReturnType<typeof toImported>;
export type ImportedMessage = ReturnType<typeof toImportedMessage>;
export type ImportedAttachment = ReturnType<typeof toImportedAttachments>[number];

/** Where in its conversation a part stands. */
export interface Slice {
  messagesBefore: number;
  toBeContinued: boolean;
}

/** A conversation as the rows it becomes; the same file gives the same ids to the same user, and other ids to others. */
export function toImported(userId: string, conversation: Conversation, slice: Slice) {
  const { id, title, messages } = conversation;
  const aiService = withoutBlindness(conversation.aiService);
  // The end of a conversation that is too long for one part is not known at its beginning.
  const createdAt = conversation.createdAt ?? (slice.toBeContinued ? messages[0]?.createdAt : undefined);
  const updatedAt = conversation.updatedAt ?? (slice.toBeContinued ? createdAt : undefined);
  if (!isUuid(id) || !aiServiceNameShape.test(aiService) || !createdAt || !updatedAt) {
    throw badImport('A conversation in the file has no valid id, AI service or time.');
  }
  if (title.length > maxTitleLength)
    throw badImport(`The title of a conversation is longer than ${maxTitleLength} characters.`);
  const newId = importedId(userId, id.toLowerCase(), timeOf(id), sequenceOf(id));
  const rows = messages.map((message, at) => toImportedMessage(userId, newId, message, slice.messagesBefore + at));
  const comparison = toImportedComparison(userId, conversation);
  const began = rows.find(({ broadcast_id }) => broadcast_id !== null)?.broadcast_id;
  return {
    id: newId,
    originalId: id.toLowerCase(),
    // Its ids when earlier versions imported it.
    formerIds: [uuidOf(id.toLowerCase(), userId), importedId(userId, id.toLowerCase(), timeOf(id))] as const,
    aiService,
    comparison,
    // Null: its first round may come with a later part; it is looked up in the background.
    comparisonId: comparison?.id ?? began ?? (slice.toBeContinued ? null : newId),
    title: withoutNul(title),
    createdAt,
    updatedAt,
    count: slice.messagesBefore + rows.length,
    messages: rows.map(({ attachments, isPinned: _isPinned, ...row }) => ({
      ...row,
      attachment_id: attachments[0]?.id ?? null,
      author: row.author === aiService ? null : row.author,
    })),
    attachments: rows.flatMap(({ attachments }) => attachments),
    pins: rows.filter(({ isPinned, broadcast_id }) => isPinned && broadcast_id !== null),
  };
}

/** By the same ids as its broadcasts, so that it is the comparison in which its first round begins. */
function toImportedComparison(userId: string, { comparison }: Conversation) {
  if (!comparison || !isUuid(comparison.id)) return undefined;
  const id = comparison.id.toLowerCase();
  const { title, isStarred, tags, settings } = comparison;
  const given = normalizedChange({ title, isStarred, tags, settings });
  const [issue] = issuesOfChange(given);
  if (issue?.path.startsWith('settings')) throw badImport('A comparison in the file has settings out of their range.');
  if (issue) throw badImport('A comparison in the file has a title or tags that are too long.');
  return { id: importedId(userId, id, timeOf(id)), ...given };
}

function toImportedMessage(userId: string, conversationId: string, message: Message, at: number) {
  const { createdAt, broadcastId, usage, cost } = message;
  if (!createdAt || message.content.length > maxContentLength) {
    throw badImport('A message in the file has no time, or is longer than any reply can be.');
  }
  const role = messageRole.toWord(message.role);
  const sentIn = broadcastId && isUuid(broadcastId) ? broadcastId.toLowerCase() : undefined;
  const broadcast = sentIn ? importedId(userId, sentIn, timeOf(sentIn)) : null;
  return {
    id: importedId(userId, `${conversationId}/${at}`, createdAt.getTime(), at),
    conversation_id: conversationId,
    broadcast_id: broadcast,
    role,
    content: withoutNul(message.content),
    created_at: createdAt,
    status: role === 'user' ? 'completed' : statusOf(message),
    response_time_ms: message.responseTimeMs ?? null,
    first_token_ms: message.firstTokenMs ?? null,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    total_tokens: usage?.totalTokens ?? null,
    cached_input_tokens: usage?.cachedInputTokens ?? null,
    reasoning_tokens: usage?.reasoningTokens ?? null,
    cost_amount: cost?.amount ?? null,
    cost_currency: clean(cost?.currency),
    cost_source: cost ? costSource.toWord(cost.source) : null,
    stop_reason: clean(message.stopReason),
    error_code: clean(message.errorCode),
    error: clean(message.error),
    media: toImportedMedia(message),
    generation: toImportedGeneration(message),
    author:
      role === 'assistant' && aiServiceNameShape.test(message.author ?? '') ? withoutBlindness(message.author!) : null,
    isPinned: role === 'assistant' && message.pinned === true,
    attachments: toImportedAttachments(userId, broadcast ?? conversationId, message),
  };
}

/** The same media ids as before; only their owner can read them, as long as they are kept. */
function toImportedMedia({ media }: Message): string | null {
  const kept = media.slice(0, maxMedia).filter(({ id }) => isUuid(id));
  const refs = kept.map(({ id, type, name, size }) => ({
    id: id.toLowerCase(),
    type: withoutNul(type).slice(0, 100),
    name: withoutNul(name).slice(0, 255),
    size: Number.isSafeInteger(size) && size > 0 ? size : 0,
  }));
  return refs.length > 0 ? JSON.stringify(refs) : null;
}

export function toImportedGeneration({ generation }: Pick<Message, 'generation'>): string | null {
  const stored = toStored(Generation, generation);
  if ((stored?.length ?? 0) > maxContentLength) {
    throw badImport('The reasoning or the sources of a message in the file are longer than any can be.');
  }
  return stored;
}

/** One row a file, however many siblings of a broadcast came with it. */
function toImportedAttachments(userId: string, sentIn: string, { attachment, moreAttachments }: Message) {
  const files = attachment ? [attachment, ...(moreAttachments?.attachments ?? [])] : [];
  if (files.length > contractLimits.attachments) throw badImport('A message in the file came with too many files.');
  const rows = files.map(toImportedAttachment);
  const [first] = rows.map((row) => uuidOf(`${sentIn}/file/${hashOf(row)}`, userId));
  return rows.map((row, place) => {
    if (place === 0) return { id: first!, ...row, first_id: null, place };
    return { id: uuidOf(`${first}/file-${place}/${hashOf(row)}`, userId), ...row, first_id: first!, place };
  });
}

function toImportedAttachment({ size, text = '', picture, pages, ...named }: Attachment) {
  const [name, type] = [withoutNul(named.name).slice(0, 255), withoutNul(named.type).slice(0, 255)];
  if (!Number.isInteger(size) || size < 0 || text.length > maxContentLength) {
    throw badImport('A message in the file came with a file that has no valid size, or is longer than any can be.');
  }
  // Only their owner can read the bytes, as long as they are kept.
  const known = picture && isUuid(picture.mediaId) ? { ...picture, name } : undefined;
  const stored = { picture: toStored(Picture, known), pages: toStored(DrawnPages, toImportedPages(name, pages)) };
  return { name, size, type, body: withoutNul(text), ...stored };
}

function toImportedPages(name: string, pages: DrawnPages | undefined): DrawnPages | undefined {
  const kept = (pages?.pictures ?? []).filter(({ mediaId }) => isUuid(mediaId)).slice(0, contractLimits.pictures);
  return kept.length > 0 ? { pictures: kept.map((page) => ({ ...page, name })), isScan: pages!.isScan } : undefined;
}

const hashOf = ({ name, size, type, body, picture, pages }: ReturnType<typeof toImportedAttachment>) =>
  createHash('sha256')
    .update(JSON.stringify([name, size, type, body, ...(picture ? [picture] : []), ...(pages ? [pages] : [])]))
    .digest('hex');

// A reply that was still open when it was exported has no process any more.
export function statusOf({ status, content }: Pick<Message, 'status' | 'content'>): string {
  const isOpen = status === ReplyStatus.PENDING || status === ReplyStatus.STREAMING;
  return isOpen ? (content === '' ? 'failed' : 'interrupted') : replyStatus.toWord(status);
}

export const clean = (text: string | undefined) => (text === undefined ? null : withoutNul(text).slice(0, 10_000));

export const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD');
