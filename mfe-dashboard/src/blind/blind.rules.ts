import { blindDisplayName, isBlindName, type AiService, type Conversation } from '@polylogue/api-contract';
import type { Accent } from '@polylogue/web-kit';
import { isOpen } from '../broadcasts/reply.rules.js';
import type { Broadcast } from '../broadcasts/broadcast.state.js';

/** As a panel, a tile and a strip show a service that is not named. */
export const blindService = (name: string): AiService => ({
  id: name,
  name,
  displayName: blindDisplayName(name),
  color: '#7A7F87',
  category: 'text',
  status: 'connected',
  demo: false,
});

/** The same for each: a color would be a name. */
export const blindAccent: Accent = { light: 'var(--ink-2)', dark: 'var(--ink-2)', hue: undefined };

/** The names of the blind round that stands on the dashboard, in order; none where none does. */
export function blindNamesOf(
  conversations: readonly Conversation[] | undefined,
  live: readonly Pick<Broadcast, 'replies'>[],
): string[] {
  const stored = conversations?.map(({ aiService }) => aiService.name) ?? [];
  const streaming = live.flatMap(({ replies }) => replies.map(({ aiService }) => aiService));
  return [...new Set([...stored, ...streaming])].filter(isBlindName).toSorted();
}

/** A reply of a blind round that can be voted for. */
export interface BlindReply {
  readonly messageId: string;
  readonly conversationId: string;
  readonly name: string;
}

/**
 * The newest round of these conversations that has ended, with its complete replies in the order of their panels; undefined
 * without two of them.
 */
export function roundToVote(conversations: readonly Conversation[]) {
  const last = conversations.map((conversation) => ({ conversation, reply: conversation.messages.at(-1) }));
  if (last.some(({ reply }) => reply && isOpen(reply))) return undefined;
  const broadcastId = newestOf(conversations);
  if (broadcastId === undefined) return undefined;
  const replies = inOrder(conversations).flatMap(({ id: conversationId, aiService, messages }): BlindReply[] => {
    const reply = messages.find((each) => each.broadcastId === broadcastId && each.role === 'assistant');
    if (reply?.status !== 'completed') return [];
    return [{ messageId: reply.id, conversationId, name: aiService.displayName }];
  });
  return replies.length < 2 ? undefined : { broadcastId, replies };
}

/** The last reply of each of these conversations when all have ended, whatever became of it, and a round of theirs. */
export function lastReplies(conversations: readonly Conversation[]) {
  const last = inOrder(conversations).map(({ id: conversationId, aiService, messages }) => {
    const { id: messageId = '', broadcastId, status = 'completed' } = messages.at(-1) ?? {};
    return { messageId, conversationId, name: aiService.displayName, broadcastId, status };
  });
  const broadcastId = last.find((reply) => reply.broadcastId !== undefined)?.broadcastId;
  return broadcastId === undefined || last.some(isOpen) ? undefined : { broadcastId, replies: last };
}

/** The server lists what was changed last first; a round is read in the order of its panels. */
const inOrder = (conversations: readonly Conversation[]) =>
  conversations.toSorted((one, other) => (one.aiService.name < other.aiService.name ? -1 : 1));

/** The last round that two of them have taken part in. Ids sort by time. */
function newestOf(conversations: readonly Conversation[]): string | undefined {
  const rounds = conversations.flatMap(({ messages }) =>
    messages.flatMap(({ role, status, broadcastId }) =>
      role === 'assistant' && status === 'completed' && broadcastId ? [broadcastId] : [],
    ),
  );
  return rounds
    .filter((id, index) => rounds.indexOf(id) !== index)
    .toSorted()
    .at(-1);
}

/** How many of the replies that are awaited have ended: each of them gets the same share. */
export const answeredOf = (fraction: number | undefined, all: number): number => Math.round((fraction ?? 0) * all);
