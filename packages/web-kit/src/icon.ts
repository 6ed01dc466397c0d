import { createElement, type ReactElement, type SVGProps } from 'react';

/** What lucide says of an icon: the elements in it, by name and attributes. */
interface IconData {
  node: readonly (readonly [string, Readonly<Record<string, string>>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/**
 * What lucide's `createLucideIcon` is in a page: lucide's own computes what pages ask of no icon, and every slice brings it
 * along. Its look and its names for screen readers are the same; a test compares them.
 */
export default function iconOf({ node }: IconData): (props: IconProps) => ReactElement {
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ size = 24, color = 'currentColor', className, ...rest }) {
    const isSilent = !Object.entries(rest).some(([name, value]) => value != null && /^(aria-|role$|title$)/.test(name));
    const look = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: color,
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: className ? `lucide ${className}` : 'lucide',
      ...(isSilent && { 'aria-hidden': true }),
    } as const;
    return createElement('svg', { ...look, ...rest }, parts);
  };
}
