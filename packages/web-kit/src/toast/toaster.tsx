import { lazy, Suspense, useEffect, useState } from 'react';
import { useToasts } from './toast.js';

const ToastArea = lazy(() => import('./toast-area.js'));

/** Milliseconds; by then a page is drawn, and nothing of it waits any more. */
const settledAfter = 2_000;

/** Where toasts appear; once per page. Loaded with the first toast, or before it when the page has nothing else to do. */
export function Toaster() {
  const isWanted = useToasts().length > 0;
  const isQuiet = useQuiet();
  return (
    (isWanted || isQuiet) && (
      <Suspense>
        <ToastArea />
      </Suspense>
    )
  );
}

/** A toast may say that there is no connection: what shows it must be there by then. */
function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const whenIdle = () => window.requestIdleCallback?.(() => setQuiet(true)) ?? setQuiet(true);
    const timer = setTimeout(whenIdle, settledAfter);
    return () => clearTimeout(timer);
  }, []);
  return isQuiet;
}
