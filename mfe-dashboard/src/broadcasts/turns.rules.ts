import { filesOf, type Attachment, type Conversation, type Message } from '@polylogue/api-contract';
import type { LiveTurn } from './broadcast-store.state.js';
import type { AttachedFile } from './attached-file.rules.js';
import { takenBackCode } from './queue.rules.js';
import { isOpen, replyOfMessage, visibleText, type Reply } from './reply.rules.js';

/** One question and one reply to it, as a panel shows them. */
export interface Turn {
  readonly key: string;
  readonly question: string;
  /** The files the question came with. */
  readonly files?: readonly AttachedFile[];
  readonly reply?: Reply;
  /** The broadcast of a reply that streams, to stop it by. */
  readonly broadcastKey?: string;
  readonly isLost?: boolean;
}

/** The turns of a stored conversation, oldest first. */
export function storedTurns(conversation: Conversation | undefined): readonly Turn[] {
  if (!conversation) return [];
  const turns: Turn[] = [];
  let question: Message | undefined;
  let isAnswered = true;
  for (const message of conversation.messages) {
    if (message.role === 'user') {
      if (question && !isAnswered) turns.push(unanswered(question));
      [question, isAnswered] = [message, false];
    } else {
      const reply = replyOfMessage(conversation.aiService.name, conversation.id, message);
      turns.push({ key: message.id, ...questionOf(question), reply });
      isAnswered = true;
    }
  }
  if (question && !isAnswered) turns.push(unanswered(question));
  return turns;
}

const questionOf = (question: Message | undefined) => ({
  question: question?.content ?? '',
  ...attached(filesOf<Attachment>(question ?? {})),
});
const unanswered = (question: Message): Turn => ({ key: question.id, ...questionOf(question) });

/** The stored turns with what streams laid over them. A reply stored as ended is the truth; else the stream is ahead. */
export function withLiveTurns(stored: readonly Turn[], live: readonly LiveTurn[]): readonly Turn[] {
  if (live.length === 0) return withoutSuperseded(stored);
  const turns = [...stored];
  for (const one of live) {
    if (hasLeft(one.reply, stored)) continue;
    const index = turns.findIndex(({ key }) => key === one.reply.messageId);
    const known = turns[index];
    if (known?.reply && !isOpen(known.reply)) continue;
    if (known) turns[index] = { ...turnOf(one), question: known.question, ...attached(known.files) };
    else turns.push(turnOf(one));
  }
  return withoutSuperseded(turns);
}

/** Whether an ended reply has left the dashboard: what stands there is another conversation, with newer messages. */
function hasLeft(reply: Reply, stored: readonly Turn[]): boolean {
  const { conversationId, messageId } = stored.findLast((turn) => turn.reply)?.reply ?? {};
  if (isOpen(reply) || conversationId === reply.conversationId) return false;
  // Ids sort by time.
  return messageId !== undefined && reply.messageId !== undefined && messageId > reply.messageId;
}

const attached = (files: readonly AttachedFile[] = []) => files.length > 0 && { files };

function turnOf({ key, message, files, reply, isLost }: LiveTurn): Turn {
  const turn = { key: reply.messageId ?? key, question: message, ...attached(files), reply };
  return isOpen(reply) ? { ...turn, broadcastKey: key, isLost } : turn;
}

/** A message that was taken back is shown no more; an empty reply that was requested again shows nothing its successor does not. */
function withoutSuperseded(turns: readonly Turn[]): readonly Turn[] {
  const kept = turns.filter(({ question, reply }, index) => {
    const isEmpty = reply !== undefined && !isOpen(reply) && reply.status !== 'completed' && visibleText(reply) === '';
    if (isEmpty && reply.errorCode === takenBackCode) return false;
    return !(isEmpty && turns[index + 1]?.question === question);
  });
  return kept.length === turns.length ? turns : kept;
}
