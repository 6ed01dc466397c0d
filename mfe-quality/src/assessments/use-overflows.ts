import { useEffect, useState, type RefObject } from 'react';

/** Whether what stands in an element is wider than the element. */
export function useOverflows(place: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current || typeof ResizeObserver === 'undefined') return undefined;
    const look = () => setOverflows(current.scrollWidth > current.clientWidth);
    const watching = new ResizeObserver(look);
    watching.observe(current);
    for (const child of current.children) watching.observe(child);
    return () => watching.disconnect();
  }, [place]);
  return overflows;
}
