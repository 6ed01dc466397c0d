import { filesOf, type Attachment, type Conversation, type Message } from '@polylogue/api-contract';
import { newBroadcast, type Broadcast } from './broadcast.state.js';
import { isOpen, replyOfMessage } from './reply.rules.js';

/** The broadcasts that the stored conversations show as still open: what a page takes up again after a reload. */
export function openBroadcastsOf(conversations: readonly Conversation[]): Broadcast[] {
  const open = new Map<string, Broadcast>();
  for (const { id, aiService, messages } of conversations) {
    for (const [index, message] of messages.entries()) {
      const { broadcastId } = message;
      if (message.role !== 'assistant' || !isOpen(message) || broadcastId === undefined) continue;
      const question = messages.slice(0, index).findLast(({ role }) => role === 'user');
      const known =
        open.get(broadcastId) ?? newBroadcast({ key: broadcastId, broadcastId, ...questionOf(question), replies: [] });
      const stored = replyOfMessage(aiService.name, id, message);
      // The stream is read from its start: it alone says exactly which text has come.
      const reply = { ...stored, text: '', storedText: stored.text };
      open.set(broadcastId, { ...known, replies: [...known.replies, reply] });
    }
  }
  // Oldest first, as their ids are: a message that waits comes after the one it waits for.
  return [...open.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

const questionOf = (question: Message | undefined) => ({
  kind: question?.attachment ? ('file' as const) : ('send' as const),
  message: question?.content ?? '',
  files: filesOf<Attachment>(question ?? {}),
});
