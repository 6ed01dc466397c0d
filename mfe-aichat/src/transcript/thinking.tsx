import { seconds } from '@polylogue/web-kit';
import { useEffect, useState } from 'react';

/** Until the first word: the seconds, counting. */
export function Thinking({ startedAt }: { startedAt: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return <span>Thinking {seconds(Math.max(0, now - startedAt))}</span>;
}
