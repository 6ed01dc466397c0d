import { isBlindName, limits, type Message, type Round } from '@polylogue/api-contract';

/** A reply that an agreement map can read. */
export interface MappedReply {
  messageId: string;
  broadcastId: string | undefined;
}

const isOpen = ({ status }: Message) => status === 'pending' || status === 'streaming';

/** Of the replies of a round, those that a vote compares; fewer than two where it cannot be voted on. */
export function votedReplies(replies: Round['replies']) {
  if (replies.some(({ message }) => isOpen(message))) return [];
  const ofRound = replies.filter(({ message }) => message.status === 'completed' && message.broadcastId !== undefined);
  const broadcastId = ofRound[0]?.message.broadcastId;
  return ofRound
    .filter(({ message }) => message.broadcastId === broadcastId)
    .map(({ aiService, message }) => ({
      broadcastId: broadcastId!,
      messageId: message.id,
      name: (message.author ?? aiService).displayName,
    }));
}

/** A round of a blind comparison that has ended and that no vote can reveal; undefined where there is nothing to reveal so. */
export function unvotableRound(rounds: readonly Round[]): string | undefined {
  const replies = rounds.flatMap((round) => round.replies);
  const canBeVotedOn = rounds.some((round) => votedReplies(round.replies).length > 1);
  if (canBeVotedOn || replies.some(({ message }) => isOpen(message))) return undefined;
  return replies.find(({ aiService }) => isBlindName(aiService.name))?.message.broadcastId;
}

/** Of the replies of a round, the texts that have ended; no more than a map can be made of. */
export const mappedReplies = (replies: Round['replies']): MappedReply[] =>
  replies
    .map(({ message }) => message)
    .filter((message) => !isOpen(message) && !message.media?.length && message.content !== '')
    .slice(0, limits.targets)
    .map(({ id, broadcastId }) => ({ messageId: id, broadcastId }));
