import { limits, type Message, type Round } from '@polylogue/api-contract';

/** A reply that an agreement map can read. */
export interface MappedReply {
  messageId: string;
  broadcastId: string | undefined;
}

const isOpen = ({ status }: Message) => status === 'pending' || status === 'streaming';

/** Of the replies of a round, the texts that have ended; no more than a map can be made of. */
export const mappedReplies = (replies: Round['replies']): MappedReply[] =>
  replies
    .map(({ message }) => message)
    .filter((message) => !isOpen(message) && !message.media?.length && message.content !== '')
    .slice(0, limits.targets)
    .map(({ id, broadcastId }) => ({ messageId: id, broadcastId }));
