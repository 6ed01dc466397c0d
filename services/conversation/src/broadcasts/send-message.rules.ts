import type { BroadcastMode } from './broadcast.entity.js';

export interface MessageInput {
  message: string;
  aiServices: readonly string[];
  mode: BroadcastMode;
  idempotencyKey?: string | undefined;
}

export interface InputIssue {
  path: string;
  message: string;
}

/** The gateway refuses the same earlier; this is the last line before money is spent. */
const longestMessage = 100_000;
const mostTargets = 24;
const keyShape = /^[\x21-\x7e]{1,200}$/;

/** What is wrong with a message, each with a sentence to act on. */
export function issuesOf({ message, aiServices, mode, idempotencyKey }: MessageInput): InputIssue[] {
  const issues: InputIssue[] = [];
  const add = (path: string, sentence: string) => issues.push({ path, message: sentence });
  if (message.trim() === '') add('message', 'Please type a message.');
  if (message.length > longestMessage) add('message', `A message can have at most ${longestMessage} characters.`);
  if (message.includes('\0')) add('message', 'A message cannot contain NUL characters.');
  if (aiServices.length === 0) add('selectedAIs', 'Please select at least one AI service');
  if (aiServices.length > mostTargets) add('selectedAIs', `A message can go to at most ${mostTargets} AI services.`);
  if (new Set(aiServices).size < aiServices.length) add('selectedAIs', 'Each AI service can be named only once.');
  if (mode === 'individual' && aiServices.length !== 1)
    add('selectedAIs', 'Individual AI sends to exactly one AI service.');
  if (idempotencyKey !== undefined && !keyShape.test(idempotencyKey))
    add('Idempotency-Key', 'The Idempotency-Key must be 1 to 200 visible ASCII characters, for example a uuid.');
  return issues;
}

const nameShape = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Names that no catalogue can hold. */
export function impossibleNames(names: readonly string[]): string[] {
  return names.filter((name) => !nameShape.test(name));
}

/** The first line of a message, cut to the length of a title. */
export function titleOf(message: string): string {
  const [line = ''] = message.trim().split('\n');
  const characters = [...line.trim()];
  return characters.length <= 80 ? characters.join('') : `${characters.slice(0, 79).join('')}…`;
}
