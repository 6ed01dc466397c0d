import { useEffect, useState } from 'react';

/** A value once it has not changed for a moment, so that not every key sends a request. */
export function useSettled<T>(value: T, waitMs: number): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return settled;
}
