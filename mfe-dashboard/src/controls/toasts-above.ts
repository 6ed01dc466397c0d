import { useEffect, type RefObject } from 'react';

/** Where the theme reads how high it is, and how many pixels are left free over it. */
const places = { dock: ['--toast-bottom', 40], bar: ['--toast-above', 0] } as const;

/** Toasts stand above what stands at the bottom of the screen: the dock, and on it the bar of a blind round. */
export function useToastsAbove(element: RefObject<HTMLElement | null>, part: keyof typeof places): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const [name, more] = places[part];
    const place = () => style.setProperty(name, `${(element.current?.offsetHeight ?? 0) + more}px`);
    const sizes = new ResizeObserver(place);
    if (element.current) sizes.observe(element.current);
    return () => {
      sizes.disconnect();
      style.removeProperty(name);
    };
  }, [element, part]);
}
