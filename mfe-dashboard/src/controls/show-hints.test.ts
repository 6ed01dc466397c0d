import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { showHints } from './show-hints.js';

let box: HTMLElement;
let stop: () => void;
const control = (id: string) => document.getElementById(id)!;
const point = (id: string, pointerType = 'mouse') => {
  const event = new Event('pointerover', { bubbles: true });
  control(id).dispatchEvent(Object.assign(event, { pointerType }));
  jest.runAllTimers();
};
const shown = () => (box.dataset.open === undefined ? undefined : box.textContent);

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML =
    '<button id="copy" aria-label="Copy" data-hint="Copy"></button>' +
    '<button id="tile" data-hint="Not answering"><i id="dot"></i></button><p id="text"></p><div id="hint"></div>';
  box = control('hint');
  // The top layer, which jsdom does not have.
  box.showPopover = () => void (box.dataset.open = '');
  box.hidePopover = () => void delete box.dataset.open;
  stop = showHints(box);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

describe('the hint of a control', () => {
  it('is shown where a mouse rests, and goes with it', () => {
    point('copy');
    expect(shown()).toBe('Copy');
    point('dot');
    expect(shown()).toBe('Not answering');
    point('hint');
    expect(shown()).toBe('Not answering');
    point('text');
    expect(shown()).toBeUndefined();
  });

  it('lets a press through to what it covers', () => {
    const pressed = jest.fn();
    control('copy').addEventListener('click', pressed);
    document.elementFromPoint = () => control('copy');
    point('tile');
    box.dispatchEvent(Object.assign(new Event('pointerdown', { bubbles: true }), { clientX: 1, clientY: 1 }));
    expect(shown()).toBeUndefined();
    expect(pressed).toHaveBeenCalledTimes(1);
  });

  it('is announced to screen readers unless it is the name', () => {
    point('tile');
    expect(control('tile').getAttribute('aria-describedby')).toBe('hint');
    point('copy');
    expect(control('tile').hasAttribute('aria-describedby')).toBe(false);
    expect(control('copy').hasAttribute('aria-describedby')).toBe(false);
  });

  it.each(['pointerdown', 'keydown', 'scroll'])(
    'goes on %s, and stays away until something else is pointed at',
    (ending) => {
      point('tile');
      control('tile').dispatchEvent(new Event(ending, { bubbles: true }));
      expect(shown()).toBeUndefined();
      point('dot');
      expect(shown()).toBeUndefined();
      point('copy');
      expect(shown()).toBe('Copy');
    },
  );

  it('stays while something scrolls that it does not belong to', () => {
    point('tile');
    control('text').dispatchEvent(new Event('scroll'));
    expect(shown()).toBe('Not answering');
    document.dispatchEvent(new Event('scroll'));
    expect(shown()).toBeUndefined();
  });

  it('is not for fingers', () => {
    point('tile', 'touch');
    expect(shown()).toBeUndefined();
  });
});
