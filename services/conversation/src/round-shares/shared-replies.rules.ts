import { createHash } from 'node:crypto';
import { blindName } from '@polylogue/proto';

/** A reply as its owner has it. */
export interface OwnReply {
  messageId: string;
  aiService: string;
  content: string;
}

export interface SharedReply {
  key: string;
  aiService: string;
  content: string;
}

/**
 * What stands for a message in a share, shaped as an id: ids of messages sort by the order in which services were asked, and so
 * would reveal them.
 */
export function keyOf(shareId: string, messageId: string): string {
  const digest = createHash('sha256').update(`${shareId} ${messageId}`).digest('hex');
  const variant = '89ab'[Number.parseInt(digest[16]!, 16) % 4]!;
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/**
 * Replies as they are shown in a share. By place in the order they have, which says nothing; else by their keys, which no order
 * of services shows through. The order stays when the names come.
 */
export function sharedReplies(
  shareId: string,
  replies: readonly OwnReply[],
  { byPlace, isHidden }: { byPlace: boolean; isHidden: boolean },
): SharedReply[] {
  const keyed = replies.map(({ messageId, aiService, content }) => ({
    key: keyOf(shareId, messageId),
    aiService,
    content,
  }));
  const ordered = byPlace ? keyed : keyed.sort((one, other) => (one.key < other.key ? -1 : 1));
  return isHidden ? ordered.map((reply, place) => ({ ...reply, aiService: blindName(place) })) : ordered;
}
