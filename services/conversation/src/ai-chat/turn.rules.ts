import type { Issue } from '@polylogue/service-kit';
import { impossibleNames } from '../broadcasts/send-message.rules.js';
import type { SessionInput, TurnInput } from './ai-chat.entity.js';

/** The gateway refuses the same earlier; this is the last line before money is spent. */
const longestMessage = 100_000;
const mostLines = 500;
/** An AI conversation never goes on for ever, whoever drives it. */
export const mostReplies = 200;

const sessionShape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const keyShape = /^[\x21-\x7e]{1,200}$/;

/** Whether an id can be one of a session; any other is as good as missing. */
export function isSessionId(id: string): boolean {
  return sessionShape.test(id);
}

/** What is wrong with a turn, each with a sentence to act on. */
export function issuesOfTurn({ sessionId, aiService, message, history, idempotencyKey }: TurnInput): Issue[] {
  const issues: Issue[] = [];
  const add = (path: string, sentence: string) => issues.push({ path, message: sentence });
  if (!isSessionId(sessionId)) add('sessionId', 'The sessionId is not valid.');
  if (impossibleNames([aiService]).length > 0) add('aiService', 'Please select an AI service.');
  if (message.trim() === '') add('message', 'Please type a message.');
  if (message.length > longestMessage) add('message', `A message can have at most ${longestMessage} characters.`);
  if (history.length > mostLines) add('conversationHistory', `The history can have at most ${mostLines} lines.`);
  if ([message, ...history.map(({ content }) => content)].some((text) => text.includes('\0')))
    add('message', 'A message cannot contain NUL characters.');
  if (idempotencyKey !== undefined && !keyShape.test(idempotencyKey))
    add('Idempotency-Key', 'The Idempotency-Key must be 1 to 200 visible ASCII characters, for example a uuid.');
  return issues;
}

/** What is wrong with what is to be kept of a session. */
export function issuesOfSession({ sessionId, opening, endNote }: SessionInput): Issue[] {
  const issues: Issue[] = [];
  if (!isSessionId(sessionId)) issues.push({ path: 'sessionId', message: 'The sessionId is not valid.' });
  if ([opening, endNote].some((text) => text?.includes('\0')))
    issues.push({ path: 'initialMessage', message: 'A message cannot contain NUL characters.' });
  return issues;
}
