import { useEffect, type RefObject } from 'react';

/** Escape leaves what is open, and of what is open in one another only the last. */
export function useEscape(area: RefObject<HTMLElement | null>, onLeave: () => void): void {
  useEffect(() => {
    const element = area.current;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onLeave();
    };
    element?.addEventListener('keydown', leave);
    return () => element?.removeEventListener('keydown', leave);
  }, [area, onLeave]);
}
