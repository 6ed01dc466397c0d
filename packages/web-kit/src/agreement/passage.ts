import { findPassage } from './passage.rules.js';
import './passage.css';

/** Of the registry of the page: a passage is lit wherever it stands, and only one at a time. */
const name = 'pl-passage';
const blocks = 'p, li, td, th, pre, blockquote, h1, h2, h3, h4, h5, h6';

/** What is lit where the browser has no highlights of its own. */
let outlined: Element | undefined;
/** Where it was chosen. */
let origin: Element | null = null;

/** A quote of a reply, and where it begins in the reply's plain text. */
export interface Quote {
  text: string;
  start: number;
}

/**
 * Scrolls to a quote in the element that shows its reply, and lights it until the next, or until Esc, which leads back to
 * where it was chosen. Where the page shows the reply in other words, as with a formula, the reply is outlined as a whole.
 */
export function showPassage(reply: Element, quote: Quote): void {
  clearPassage();
  const range = rangeOf(reply, quote);
  if (!range) outline(reply);
  else if (supportsHighlights()) CSS.highlights.set(name, new Highlight(range));
  else outline(range.startContainer.parentElement?.closest(blocks) ?? reply);
  scrollTo(range ?? reply, reply);
  origin = document.activeElement;
  document.addEventListener('keydown', clearOnEscape);
}

/** Lights nothing any more. */
export function clearPassage(): void {
  if (supportsHighlights()) CSS.highlights.delete(name);
  outlined?.removeAttribute('data-passage');
  outlined = undefined;
  document.removeEventListener('keydown', clearOnEscape);
}

function clearOnEscape({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return;
  clearPassage();
  origin?.scrollIntoView({ block: 'nearest', behavior: behaviorOfScroll() });
}

const supportsHighlights = () => typeof Highlight === 'function' && typeof CSS === 'object' && 'highlights' in CSS;

function outline(element: Element): void {
  element.setAttribute('data-passage', '');
  outlined = element;
}

function rangeOf(reply: Element, { text, start }: Quote): Range | undefined {
  const nodes = textNodesOf(reply);
  const passage = findPassage(
    nodes.map(({ data }) => data),
    text,
    start,
  );
  if (!passage) return undefined;
  const range = document.createRange();
  range.setStart(nodes[passage.start.text]!, passage.start.offset);
  range.setEnd(nodes[passage.end.text]!, passage.end.offset);
  return range;
}

/** The texts of a reply as it is shown, without the labels of buttons in it. */
function textNodesOf(reply: Element): Text[] {
  const walker = document.createTreeWalker(reply, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement?.closest('button') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

/** Brings a passage to the middle of what it scrolls in: its panel, which comes into sight as well, or the page. */
function scrollTo(passage: Range | Element, reply: Element): void {
  const behavior = behaviorOfScroll();
  const scroller = scrollerOf(reply);
  (scroller ?? reply).scrollIntoView({ block: 'nearest', inline: 'nearest', behavior });
  const { top, height } = passage.getBoundingClientRect();
  const view = scroller?.getBoundingClientRect() ?? { top: 0, height: window.innerHeight };
  // A passage that is higher than the view is shown from its beginning.
  const above = Math.max(0, (view.height - height) / 2);
  (scroller ?? window).scrollBy({ top: top - view.top - above, behavior });
}

const behaviorOfScroll = (): ScrollBehavior =>
  window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

function scrollerOf(element: Element): Element | undefined {
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return at;
  }
  return undefined;
}
