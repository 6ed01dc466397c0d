import { useEffect, useState } from 'react';

/** A value once it has stood still for a moment: nobody asks after every key. */
export function useSettled<T>(value: T, waitMs: number): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return settled;
}
