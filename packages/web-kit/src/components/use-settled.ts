import { useEffect, useState } from 'react';

/** A value that has not changed for a while, so that not every key sends a request. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const key = JSON.stringify(value);
  const [settled, setSettled] = useState({ key, value });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key, value }), ms);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the key is the value
  }, [key, ms]);
  return settled.value;
}
