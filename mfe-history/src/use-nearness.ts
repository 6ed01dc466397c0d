import { startTransition, useEffect, useRef, useState } from 'react';

/** So far outside of what is seen rows are made ready: about two screens. */
const margin = '1600px';
/** Until one has been seen. */
const usualRowHeight = 57;

// One observer for all: a page observes hundreds of elements.
const listeners = new Map<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

function watch(element: Element, listener: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: `${margin} 0px` },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

/** Whether an element in the page is near what is seen, and how high it is when it is not: as high as it was. */
export function useNearness(isNearAtFirst: boolean, rows: number) {
  const element = useRef<HTMLDivElement>(null);
  // Without an observer (the browser of a test) everything is near.
  const isUnsupported = typeof IntersectionObserver === 'undefined';
  const [isNear, setNear] = useState(isNearAtFirst || isUnsupported);
  const [known, setKnown] = useState<{ height: number; rows: number }>();
  useEffect(() => {
    const watched = element.current;
    if (!watched || isUnsupported) return;
    return watch(watched, (nowNear) => {
      if (!nowNear && watched.offsetHeight > 0) setKnown({ height: watched.offsetHeight, rows });
      // Not at once: a user who scrolls through thousands must not wait for rows that have gone by already.
      startTransition(() => setNear(nowNear));
    });
    // The element is another one when it comes or goes.
  }, [isNear, rows, isUnsupported]);
  const height = known ? (known.height / known.rows) * rows : usualRowHeight * rows;
  return { element, isNear, height };
}
