import { useEffect, type RefObject } from 'react';

/** Where the theme reads how high it is, and how many pixels are left free over it. */
const places = { dock: ['--toast-bottom', 40], bar: ['--toast-above', 0] } as const;

/** Toasts stand above what stands at the bottom of the screen: the dock, and on it the bar of a blind round. */
export function useToastsAbove(element: RefObject<HTMLElement | null>, part: keyof typeof places): void {
  useEffect(() => {
    const [name, more] = places[part];
    const sizes = new ResizeObserver(([entry]) => {
      // As it was observed: to read it here would lay the page out once more.
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      toasts().setProperty(name, `${height + more}px`);
    });
    if (element.current) sizes.observe(element.current);
    return () => {
      sizes.disconnect();
      rule?.style.removeProperty(name);
    };
  }, [element, part]);
}

let rule: CSSStyleRule | undefined;

/**
 * A rule for the place of toasts alone, whether that is there yet or not: a property of the page is inherited, and to change it
 * computes the style of every element anew.
 */
function toasts(): CSSStyleDeclaration {
  if (rule) return rule.style;
  const sheet = new CSSStyleSheet();
  sheet.insertRule('.pl-toasts {}');
  document.adoptedStyleSheets.push(sheet);
  rule = sheet.cssRules[0] as CSSStyleRule;
  return rule.style;
}
