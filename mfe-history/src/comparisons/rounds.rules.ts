import type { FoundConversation, Message, Summary } from '@polylogue/api-contract';

export interface RoundReply {
  conversationId: string;
  aiService: FoundConversation['aiService'];
  message: Message;
}

/** A message, and what each service replied to it. */
export interface Round {
  key: string;
  question: Message | undefined;
  replies: RoundReply[];
  summaries: Summary[];
}

/**
 * The rounds of a comparison, oldest first. A message that went to several services stands in each of their threads; what
 * belongs to no broadcast is shown where it stands in the oldest of them: in later ones it is a copy.
 */
export function roundsOf(conversations: readonly FoundConversation[]): Round[] {
  const rounds = new Map<string, Round>();
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
    addSummaries([...rounds.values()], summaries);
  }
  return [...rounds.values()].sort((one, other) => startOf(one) - startOf(other));
}

function addSummaries(rounds: readonly Round[], summaries: readonly Summary[]): void {
  for (const summary of summaries) {
    const round = rounds.find(({ key }) => key === summary.broadcastId);
    if (round && !round.summaries.some(({ id }) => id === summary.id)) round.summaries.push(summary);
  }
}

const startOf = ({ question, replies }: Round): number =>
  Date.parse((question ?? replies[0]?.message)?.timestamp ?? '') || 0;

/** Whose replies were pinned most often; none where two are even. */
export function winnerOf<One extends { pins: number }>(conversations: readonly One[]): One | undefined {
  const most = Math.max(0, ...conversations.map(({ pins }) => pins));
  const best = conversations.filter(({ pins }) => pins === most);
  return most > 0 && best.length === 1 ? best[0] : undefined;
}

/** A sum of money, with as many digits as it takes to see it. */
export const money = (amount: number): string =>
  `$${amount.toLocaleString('en-US', amount >= 0.1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 })}`;
