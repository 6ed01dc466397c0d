import { useEffect, type RefObject } from 'react';

/** Where the theme reads how high it is, and how many pixels are left free over it. */
const places = { dock: ['--toast-bottom', 40], bar: ['--toast-above', 0] } as const;

/** Toasts stand above what stands at the bottom of the screen: the dock, and on it the bar of a blind round. */
export function useToastsAbove(element: RefObject<HTMLElement | null>, part: keyof typeof places): void {
  useEffect(() => {
    const [name, more] = places[part];
    const place = () => toasts().setProperty(name, `${(element.current?.offsetHeight ?? 0) + more}px`);
    const sizes = new ResizeObserver(place);
    if (element.current) sizes.observe(element.current);
    return () => {
      sizes.disconnect();
      for (const style of [root(), toasts()]) style.removeProperty(name);
    };
  }, [element, part]);
}

const root = () => document.documentElement.style;

/**
 * Of the place of toasts alone: a property of the page is inherited, and to change it computes the style of every element anew.
 * Only where that place is not there yet, a moment after the page was opened, the page keeps it.
 */
const toasts = () => document.querySelector<HTMLElement>('.pl-toasts')?.style ?? root();
