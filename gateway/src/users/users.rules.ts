import type { userSorts } from '@polylogue/api-contract';

/** `lastLoginAt` is `last_login_at` among the services. */
export function toSortWord(sort: (typeof userSorts)[number]): string {
  return sort.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
