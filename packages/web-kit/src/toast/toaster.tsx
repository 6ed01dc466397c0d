import { useEffect, useState, type ReactElement } from 'react';
import { useToasts } from './toast.js';

/** Milliseconds; by then a page is drawn, and nothing of it waits any more. */
const settledAfter = 2_000;

/** Where toasts appear; once per page. Loaded with the first toast, or before it when the page has nothing else to do. */
export const Toaster = () => useArea(useToasts().length > 0);

/** A toast may say that there is no connection: what shows it must be there by then. */
function useArea(isWanted: boolean): ReactElement | undefined {
  const [area, setArea] = useState<ReactElement>();
  const isLoaded = area !== undefined;
  useEffect(() => {
    if (isLoaded) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      import('./toast-area.js').then(
        ({ default: ToastArea }) => isOver || setArea(<ToastArea />),
        // The page goes on without it, and asks again.
        () => isOver || (timer = setTimeout(load, settledAfter)),
      );
    };
    const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(load);
    if (isWanted) load();
    else timer = setTimeout(whenIdle, settledAfter);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, isLoaded]);
  return area;
}
