import { limits, type AiService, type Conversation } from '@polylogue/api-contract';
import type { LiveTurn } from '../broadcasts/broadcast-store.state.js';
import { isGenerated, isOpen, visibleText, type Reply } from '../broadcasts/reply.rules.js';
import { storedTurns, withLiveTurns } from '../broadcasts/turns.rules.js';

/** A reply that has ended with text, as it is chosen from. */
export interface FinishedReply {
  readonly messageId: string;
  readonly aiService: string;
  readonly displayName: string;
  readonly question: string;
  readonly text: string;
  /** ISO 8601: when it was requested. */
  readonly timestamp: string;
  readonly broadcastId?: string | undefined;
  readonly usage?: Reply['usage'];
  readonly cost?: Reply['cost'];
  readonly generation?: Reply['generation'];
}

type Service = Pick<AiService, 'name' | 'displayName'>;

/** Every reply of the services shown that has ended with text, service by service, newest first. */
export function finishedReplies(
  services: readonly Service[],
  conversations: readonly Conversation[] | undefined,
  liveOf: (aiService: string) => readonly LiveTurn[],
): FinishedReply[] {
  return services.flatMap(({ name, displayName }) => {
    const stored = storedTurns(conversations?.find(({ aiService }) => aiService.name === name));
    return withLiveTurns(stored, liveOf(name))
      .flatMap(({ reply, question, files }) => {
        if (!reply?.messageId || isOpen(reply) || isGenerated(reply) || visibleText(reply) === '') return [];
        const timestamp = new Date(reply.startedAt).toISOString();
        const title = question || (files?.[0]?.name ?? '');
        const { messageId, broadcastId, usage, cost, generation, author } = reply;
        const writer = author?.displayName ?? displayName;
        const record = { broadcastId, usage, cost, generation };
        const text = visibleText(reply);
        return [{ messageId, aiService: name, displayName: writer, question: title, text, timestamp, ...record }];
      })
      .toReversed();
  });
}

/** The newest reply of each service. */
export function latestReplies(replies: readonly FinishedReply[]): FinishedReply[] {
  return replies.filter((reply, index) => replies[index - 1]?.aiService !== reply.aiService);
}

/** How a reply is named among others. */
export function replyLabel(reply: FinishedReply, all: readonly FinishedReply[]): string {
  const own = all.filter(({ aiService }) => aiService === reply.aiService);
  if (own.length < 2) return reply.displayName;
  const question = reply.question.replaceAll(/\s+/g, ' ');
  return `${reply.displayName}: ${question.length > 48 ? `${question.slice(0, 47)}…` : question}`;
}

/** The replies to the newest question that at least two services have replied to; empty without one. */
export function newestRound(replies: readonly FinishedReply[]): FinishedReply[] {
  const asked = new Set<string>();
  for (const { messageId, question } of replies.toSorted((one, other) => (one.timestamp < other.timestamp ? 1 : -1))) {
    if (asked.has(question)) continue;
    asked.add(question);
    const round = roundOf(messageId, replies);
    if (round.length > 1) return round.slice(0, limits.targets);
  }
  return [];
}

/** The replies to the same question, the newest of each service. */
export function roundOf(messageId: string, replies: readonly FinishedReply[]): FinishedReply[] {
  const question = replies.find((reply) => reply.messageId === messageId)?.question;
  const own = replies.filter((reply) => reply.question === question);
  return own.filter((reply, index) => own[index - 1]?.aiService !== reply.aiService);
}
