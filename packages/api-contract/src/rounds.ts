import type { Conversation, Message } from './conversations.js';
import type { Summary } from './summaries.js';

/** What a round is made of: a conversation with its messages, and the summaries of replies in it. */
export type RoundThread<Of extends Message = Message> = Pick<Conversation, 'id' | 'aiService'> & {
  messages: readonly Of[];
  summaries?: readonly Summary[] | undefined;
};

/** One service's reply, and the conversation it stands in. */
export interface RoundReply<Of extends Message = Message> {
  conversationId: string;
  aiService: Conversation['aiService'];
  message: Of;
}

/** A message, and what each service replied to it. */
export interface Round<Of extends Message = Message> {
  /** The broadcast's id; where there was none, the question's. */
  key: string;
  question: Of | undefined;
  replies: RoundReply<Of>[];
  summaries: Summary[];
}

/**
 * The rounds of a comparison, oldest first; `conversations` in the order in which they joined it. A message that went to
 * several services stands in each of their threads; what belongs to no broadcast is taken from the oldest of them: in
 * later ones it is a copy.
 *
 * @example
 * roundsOf(threads).map(({ question, replies }) => [question?.content, replies.length])
 */
export function roundsOf<Of extends Message>(conversations: readonly RoundThread<Of>[]): Round<Of>[] {
  const rounds = new Map<string, Round<Of>>();
  for (const [at, { id, aiService, messages, summaries = [] }] of conversations.entries()) {
    let key = '';
    for (const message of messages) {
      if (message.broadcastId === undefined && at > 0) continue;
      if (message.broadcastId !== undefined) key = message.broadcastId;
      else if (message.role === 'user') key = message.id;
      const round = rounds.get(key) ?? { key, question: undefined, replies: [], summaries: [] };
      rounds.set(key, round);
      if (message.role === 'user') round.question ??= message;
      else round.replies.push({ conversationId: id, aiService, message });
    }
    addSummaries(rounds, summaries);
  }
  return [...rounds.values()].sort((one, other) => startOf(one) - startOf(other));
}

function addSummaries(rounds: ReadonlyMap<string, Round>, summaries: readonly Summary[]): void {
  for (const summary of summaries) {
    const round = rounds.get(summary.broadcastId);
    if (round && !round.summaries.some(({ id }) => id === summary.id)) round.summaries.push(summary);
  }
}

const startOf = ({ question, replies }: Round): number =>
  Date.parse((question ?? replies[0]?.message)?.timestamp ?? '') || 0;
