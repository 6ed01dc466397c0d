import { grouped, type Mode } from '@polylogue/api-contract';

export const modeLabels: Readonly<Record<Mode, string>> = {
  broadcast: 'Broadcast to All',
  selective: 'Selective AIs',
  individual: 'Individual AI',
};

/** What is on its way: nothing, a message, or a message with its file. */
export type Pending = 'send' | 'file' | undefined;

export const placeholderOf = (hasFile: boolean): string =>
  hasFile ? 'Type your message (optional when a file is attached)' : 'Type your message…';

/** What the primary button says. */
export function sendLabel(hasFile: boolean, pending: Pending): string {
  if (pending) return pending === 'file' ? 'Analyzing...' : 'Sending...';
  return hasFile ? 'Analyze File' : 'Send';
}

interface Sendable {
  message: string;
  hasFile: boolean;
  pending: Pending;
  /** How many services get it; in broadcast all that are shown. */
  targets: number;
}

/** A file needs a service and no text. Without a file a text is needed; a missing service is said by a toast. */
export function isSendDisabled({ message, hasFile, pending, targets }: Sendable): boolean {
  return pending !== undefined || (hasFile ? targets === 0 : message.trim() === '');
}

/** The length as the user reads it. */
export function countLabel(message: string): string {
  const { length } = message;
  return `${grouped(length)} character${length === 1 ? '' : 's'}`;
}

interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  /** 229: the key went to an input method, also where `isComposing` is already false again (Safari). */
  keyCode: number;
}

/** Enter sends; Shift+Enter breaks the line; while an input method composes, Enter belongs to it. */
export function isSendKey({ key, shiftKey, altKey, isComposing, keyCode }: KeyPress): boolean {
  return key === 'Enter' && !shiftKey && !altKey && !isComposing && keyCode !== 229;
}

export const examplePrompts = [
  'Explain optimistic and pessimistic locking, and when to pick each.',
  'Write a function that retries with jitter, and say what it must never do.',
  'Compare three ways to cache an API, as a table.',
] as const;
