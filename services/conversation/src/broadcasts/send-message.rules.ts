import type { NewAttachment } from '../attachments/attachment.entity.js';
import type { BroadcastMode } from '../live/broadcast.entity.js';

export interface MessageInput {
  message: string;
  aiServices: readonly string[];
  mode: BroadcastMode;
  idempotencyKey?: string | undefined;
  attachment?: NewAttachment | undefined;
}

export interface InputIssue {
  path: string;
  message: string;
}

/** The gateway refuses the same earlier; this check is the last before money is spent. */
const maxMessageLength = 100_000;
const maxTargets = 24;
const maxTextLength = 1_000_000;
const keyShape = /^[\x21-\x7e]{1,200}$/;

/** What is wrong with a message, each with a sentence to act on. */
export function issuesOf(input: MessageInput, hasFile = false): InputIssue[] {
  const { message, aiServices, mode, idempotencyKey, attachment } = input;
  const issues: InputIssue[] = [];
  const add = (path: string, sentence: string) => issues.push({ path, message: sentence });
  if (message.trim() === '' && !hasFile) add('message', 'Please type a message.');
  if (message.length > maxMessageLength) add('message', `A message can have at most ${maxMessageLength} characters.`);
  if (message.includes('\0')) add('message', 'A message cannot contain NUL characters.');
  if (aiServices.length === 0) add('selectedAIs', 'Please select at least one AI service');
  if (aiServices.length > maxTargets) add('selectedAIs', `A message can go to at most ${maxTargets} AI services.`);
  if (new Set(aiServices).size < aiServices.length) add('selectedAIs', 'Each AI service can be named only once.');
  if (mode === 'individual' && aiServices.length !== 1)
    add('selectedAIs', 'Individual AI sends to exactly one AI service.');
  if (idempotencyKey !== undefined && !keyShape.test(idempotencyKey))
    add('Idempotency-Key', 'The Idempotency-Key must be 1 to 200 visible ASCII characters, for example a uuid.');
  if (attachment && !isSound(attachment)) add('file', 'This file cannot be attached.');
  return issues;
}

/** ai-dispatch and the gateway have looked at it closely; this is what the store can hold. */
function isSound({ name, size, type, text }: NewAttachment): boolean {
  const texts = [name, type, text];
  return (
    name !== '' &&
    name.length <= 255 &&
    size >= 0 &&
    text.length <= maxTextLength &&
    !texts.some((each) => each.includes('\0'))
  );
}

const nameShape = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Names that no catalog can hold. */
export function impossibleNames(names: readonly string[]): string[] {
  return names.filter((name) => !nameShape.test(name));
}

/** The first line of a message, cut to the length of a title. */
export function titleOf(message: string): string {
  const [line = ''] = message.trim().split('\n');
  const characters = [...line.trim()];
  return characters.length <= 80 ? characters.join('') : `${characters.slice(0, 79).join('')}…`;
}
