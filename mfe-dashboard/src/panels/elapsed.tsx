import { useEffect, useState } from 'react';
import { elapsedLabel } from './panel-footer.rules.js';

/** Seconds since `startedAt`, counting. */
export function Elapsed({ startedAt }: { startedAt: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return <span className="num">{elapsedLabel(now - startedAt)}</span>;
}
