import type { Mode } from '@polylogue/api-contract';

export const modeLabels: Readonly<Record<Mode, string>> = {
  broadcast: 'Broadcast to All',
  selective: 'Selective AIs',
  individual: 'Individual AI',
};

export const placeholder = 'Type your message…';

export const isSendDisabled = (message: string, isSending: boolean): boolean => isSending || message.trim() === '';

/** Counted as a person counts, grouped as they read. */
export function countLabel(message: string): string {
  const { length } = message;
  return `${length.toLocaleString('en')} character${length === 1 ? '' : 's'}`;
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
