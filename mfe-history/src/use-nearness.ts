import { startTransition, useEffect, useRef, useState } from 'react';

/** So far outside of what is seen rows are made ready: about two screens. */
const margin = '1600px';
/** Until one has been seen. */
const usualRowHeight = 57;

// One for all: a page asks hundreds of places.
const hearers = new Map<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

function watch(place: Element, hear: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) hearers.get(target)?.(isIntersecting);
    },
    { rootMargin: `${margin} 0px` },
  );
  hearers.set(place, hear);
  observer.observe(place);
  return () => {
    hearers.delete(place);
    observer?.unobserve(place);
  };
}

/** Whether a place in the page is near what is seen, and how high it is when it is not: as high as it was. */
export function useNearness(isNearAtFirst: boolean, rows: number) {
  const place = useRef<HTMLDivElement>(null);
  // Where nothing tells (a browser of a test), everything is near.
  const cannotTell = typeof IntersectionObserver === 'undefined';
  const [isNear, setNear] = useState(isNearAtFirst || cannotTell);
  const [known, setKnown] = useState<{ height: number; rows: number }>();
  useEffect(() => {
    const watched = place.current;
    if (!watched || cannotTell) return;
    return watch(watched, (nowNear) => {
      if (!nowNear && watched.offsetHeight > 0) setKnown({ height: watched.offsetHeight, rows });
      // Not at once: whoever scrolls through thousands is never kept waiting for rows that have gone by already.
      startTransition(() => setNear(nowNear));
    });
    // The element is another one when it comes or goes.
  }, [isNear, rows, cannotTell]);
  const height = known ? (known.height / known.rows) * rows : usualRowHeight * rows;
  return { place, isNear, height };
}
