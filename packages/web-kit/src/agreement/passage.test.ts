import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { clearPassage, showPassage } from './passage.js';

class FakeHighlight {
  constructor(readonly range: Range) {}
}
const highlights = new Map<string, FakeHighlight>();
const lit = () => highlights.get('pl-passage')?.range.toString();
const intoView = jest.fn<(options: ScrollIntoViewOptions) => void>();
const scrollBy = jest.fn<(options: ScrollToOptions) => void>();

/** A reply in a panel of 400 px that begins 100 px down the page. */
function aReply(): HTMLElement {
  document.body.innerHTML = `
    <section style="overflow-y: auto"><div data-reply="m">
      <p>Leases <strong>only</strong> move the problem.</p>
      <figure><pre>take lock</pre><button>Copy code</button></figure>
    </div></section>`;
  const panel = document.querySelector('section')!;
  Object.defineProperty(panel, 'scrollHeight', { value: 900 });
  panel.getBoundingClientRect = () => ({ top: 100, height: 400 }) as DOMRect;
  return document.querySelector<HTMLElement>('[data-reply]')!;
}

beforeEach(() => {
  highlights.clear();
  intoView.mockClear();
  scrollBy.mockClear();
  Element.prototype.scrollIntoView = intoView as never;
  Element.prototype.scrollBy = scrollBy as never;
  Range.prototype.getBoundingClientRect = () => ({ top: 300, height: 20 }) as DOMRect;
  Object.assign(globalThis, { Highlight: FakeHighlight, CSS: { highlights } });
});
afterEach(() => {
  clearPassage();
  Reflect.deleteProperty(globalThis, 'Highlight');
  Reflect.deleteProperty(globalThis, 'CSS');
  Reflect.deleteProperty(window, 'matchMedia');
  document.body.innerHTML = '';
});

describe('a passage', () => {
  it('is lit over the elements it spans, in the middle of its panel, and one at a time', () => {
    const reply = aReply();
    showPassage(reply, { text: 'Leases only move', start: 0 });
    expect(lit()).toBe('Leases only move');
    expect(intoView.mock.contexts).toEqual([document.querySelector('section')]);
    expect(scrollBy).toHaveBeenCalledWith({ top: 10, behavior: 'smooth' });
    showPassage(reply, { text: 'take lock', start: 30 });
    expect(lit()).toBe('take lock');
    expect(highlights.size).toBe(1);
  });

  it('is not sought in the labels of buttons', () => {
    showPassage(aReply(), { text: 'Copy code', start: 0 });
    expect(lit()).toBeUndefined();
  });

  it('goes out with Esc, which leads back to where it was chosen', () => {
    const reply = aReply();
    const button = document.querySelector('button')!;
    button.focus();
    showPassage(reply, { text: 'Leases', start: 0 });
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(lit()).toBe('Leases');
    intoView.mockClear();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(lit()).toBeUndefined();
    expect(intoView.mock.contexts).toEqual([button]);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(intoView).toHaveBeenCalledTimes(1);
  });

  it('is scrolled to at once by whom motion disturbs', () => {
    window.matchMedia = () => ({ matches: true }) as MediaQueryList;
    showPassage(aReply(), { text: 'Leases', start: 0 });
    expect(intoView).toHaveBeenCalledWith(expect.objectContaining({ behavior: 'auto' }));
    expect(scrollBy).toHaveBeenCalledWith(expect.objectContaining({ behavior: 'auto' }));
  });

  it('has its block outlined where the browser has no highlights', () => {
    Reflect.deleteProperty(globalThis, 'Highlight');
    const reply = aReply();
    showPassage(reply, { text: 'only move', start: 0 });
    expect(document.querySelector('[data-passage]')?.tagName).toBe('P');
    showPassage(reply, { text: 'take lock', start: 0 });
    expect([...document.querySelectorAll('[data-passage]')].map(({ tagName }) => tagName)).toEqual(['PRE']);
    clearPassage();
    expect(document.querySelector('[data-passage]')).toBeNull();
  });

  it('that the page shows in other words has its reply outlined', () => {
    const reply = aReply();
    reply.getBoundingClientRect = () => ({ top: 0, height: 900 }) as DOMRect;
    showPassage(reply, { text: 'x squared', start: 0 });
    expect(reply.hasAttribute('data-passage')).toBe(true);
    expect(scrollBy).toHaveBeenCalledWith({ top: -100, behavior: 'smooth' });
  });
});
