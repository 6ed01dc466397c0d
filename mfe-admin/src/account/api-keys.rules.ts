import type { KeyScope } from '@polylogue/api-contract';

/** What each scope allows, in the words of the form. */
export const scopeWords: Readonly<Record<KeyScope, string>> = {
  read: 'Read conversations, comparisons and saved queries',
  send: 'Send messages',
  schedules: 'Change and run saved queries',
};

/** How long a new key can be good, in days; 0 is for good. */
export const lifetimes = [
  { days: 30, words: '30 days' },
  { days: 90, words: '90 days' },
  { days: 365, words: 'One year' },
  { days: 0, words: 'No expiry' },
] as const;

/** When a key that is made now expires; null is never. */
export function expiryAfter(days: number, now: number): string | null {
  return days === 0 ? null : new Date(now + days * 86_400_000).toISOString();
}
