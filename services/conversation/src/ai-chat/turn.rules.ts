import { contractLimits, contractSentences } from '@polylogue/proto';
import { issuesOfKey, type Issue } from '@polylogue/service-kit';
import { impossibleNames } from '../broadcasts/send-message.rules.js';
import type { SessionInput, TurnInput } from './ai-chat.entity.js';

const { historyLines, turns } = contractLimits.aiChat;
/** Ends a conversation that its client never stops. */
export const maxReplies = turns;

const sessionShape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** Whether an id can be one of a session; any other counts as not found. */
export function isSessionId(id: string): boolean {
  return sessionShape.test(id);
}

/** What is wrong with a turn, each with a sentence to act on. */
export function issuesOfTurn({ sessionId, aiService, message, history, idempotencyKey }: TurnInput): Issue[] {
  const issues: Issue[] = [];
  const add = (path: string, sentence: string) => issues.push({ path, message: sentence });
  if (!isSessionId(sessionId)) add('sessionId', 'The sessionId is not valid.');
  if (impossibleNames([aiService]).length > 0) add('aiService', 'Please select an AI service.');
  if (message.trim() === '') add('message', contractSentences.messageEmpty);
  if (message.length > contractLimits.messageLength) add('message', contractSentences.messageTooLong);
  if (history.length > historyLines) add('conversationHistory', `The history can have at most ${historyLines} lines.`);
  if ([message, ...history.map(({ content }) => content)].some((text) => text.includes('\0')))
    add('message', contractSentences.messageWithNul);
  return [...issues, ...issuesOfKey(idempotencyKey)];
}

/** What is wrong with what is to be kept of a session. */
export function issuesOfSession({ sessionId, opening, endNote }: SessionInput): Issue[] {
  const issues: Issue[] = [];
  if (!isSessionId(sessionId)) issues.push({ path: 'sessionId', message: 'The sessionId is not valid.' });
  if ([opening, endNote].some((text) => text?.includes('\0')))
    issues.push({ path: 'initialMessage', message: contractSentences.messageWithNul });
  return issues;
}
