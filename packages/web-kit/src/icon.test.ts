import { expect, it } from '@jest/globals';
import { createLucideIcon, type LucideProps } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import iconOf from './icon.js';

const check = {
  node: [
    ['circle', { cx: '12', cy: '12', r: '10', key: '1mglay' }],
    ['path', { d: 'm9 12 2 2 4-4', key: 'dzmm74' }],
  ],
} as const;
const lucides = createLucideIcon(
  'circle-check',
  check.node.map(([tag, attributes]) => [tag, attributes]),
);

const asked: LucideProps[] = [
  {},
  { size: 14, 'aria-hidden': true },
  { size: 16, strokeWidth: 1.75, className: 'pl-turning' },
  { 'aria-label': 'Best reply', role: 'img' },
  { color: 'red', style: { width: 12 } },
];

/** As a browser reads it, with attributes in any order; without the class of this icon alone, which no sheet names. */
function read(markup: string): Element {
  const icon = document.createRange().createContextualFragment(markup).firstElementChild!;
  icon.classList.remove('lucide-circle-check');
  return icon;
}

it.each(asked)('an icon in a page is the one that lucide makes: %j', (props) => {
  const ours = read(renderToStaticMarkup(createElement(iconOf(check), props as object)));
  expect(ours.outerHTML).toContain('<circle');
  expect(ours.isEqualNode(read(renderToStaticMarkup(createElement(lucides, props))))).toBe(true);
});
