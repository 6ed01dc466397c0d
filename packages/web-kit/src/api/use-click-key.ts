import { useRef } from 'react';
import { isConnectionError } from './api-error.js';
import { keyOfClick, newUuid, type Click } from './idempotency-key.rules.js';

/**
 * The idempotency key of a click, the same one while it is not known what became of it: a double click, or one after a
 * lost answer, is done once. What was answered is forgotten.
 */
export function useClickKey() {
  const unanswered = useRef<Click>(undefined);
  return {
    keyOf: (wish: unknown): string => (unanswered.current = keyOfClick(wish, unanswered.current, newUuid)).key,
    settle: (fault: unknown): void => {
      if (!isConnectionError(fault)) unanswered.current = undefined;
    },
  };
}
