import { caching } from './caching.js';
import { locking } from './locking.js';
import { retrying } from './retrying.js';
import type { Suggested } from './suggested-question.js';

export const suggested: readonly Suggested[] = [locking, retrying, caching];

/** The written-out reply of a demo service to a suggested question; undefined for any other. */
export const writtenReply = (model: string, message: string): string | undefined =>
  suggested.find(({ question }) => question === message.trim())?.replies[model];
