import type { ConversationView, Message } from '@polylogue/api-contract';

/** A message, and what else was replied to the same question. */
export interface Turn {
  message: Message;
  /** The question before it; none for a question. */
  question: Message | undefined;
  others: ConversationView['siblings'];
  /** Of this reply and others. */
  summaries: ConversationView['summaries'];
}

/** Characters that are laid out at once: some screens full. */
const maxCharacters = 60_000;
const maxTurns = 40;

/** The messages in order, each reply with its siblings. */
export function turnsOf({ messages, siblings, summaries }: ConversationView): Turn[] {
  const byBroadcast = new Map<string, ConversationView['siblings']>();
  for (const sibling of siblings) {
    const known = byBroadcast.get(sibling.broadcastId);
    if (known) known.push(sibling);
    else byBroadcast.set(sibling.broadcastId, [sibling]);
  }
  let question: Message | undefined;
  return messages.map((message) => {
    if (message.role === 'user') {
      question = message;
      return { message, question: undefined, others: [], summaries: [] };
    }
    const own = summaries.filter(({ messageIds }) => messageIds.includes(message.id));
    return { message, question, others: byBroadcast.get(message.broadcastId ?? '') ?? [], summaries: own };
  });
}

/** Where the next portion ends that begins at `from`; always one turn further, unless there is none. */
export function endOfPortion(turns: readonly Turn[], from: number): number {
  let left = maxCharacters;
  for (let at = from; at < turns.length; at += 1) {
    const { message, others } = turns[at]!;
    left -= message.content.length + others.reduce((sum, other) => sum + other.message.content.length, 0);
    if (left <= 0 || at + 1 - from >= maxTurns) return at + 1;
  }
  return turns.length;
}
