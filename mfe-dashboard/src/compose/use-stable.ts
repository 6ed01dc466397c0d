import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function for good, which does what `now` does at the moment it is called: for handlers only. */
export function useStable<Answer>(now: () => Answer): () => Answer {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  return useCallback(() => latest.current(), []);
}
