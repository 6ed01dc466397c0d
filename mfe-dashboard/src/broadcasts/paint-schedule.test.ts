import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { paintSchedule } from './paint-schedule.js';

const frames: FrameRequestCallback[] = [];
const frame = (at: number) => frames.splice(0).forEach((callback) => callback(at));
const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));

beforeEach(() => {
  frames.length = 0;
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
});
afterEach(() => void jest.restoreAllMocks());

describe('when what streams is painted', () => {
  /** Paints in a frame, of which it takes so much, and says whether the next frame is painted too. */
  const paintsNextAfter = (took: number) => {
    jest.useFakeTimers({ doNotFake: ['requestAnimationFrame'] });
    let at = 0;
    const schedule = paintSchedule(document, () => at);
    const paint = jest.fn();
    schedule(paint);
    frame(100);
    at += took;
    jest.runAllTimers();
    jest.useRealTimers();
    schedule(paint);
    frame(117);
    const paintings = paint.mock.calls.length;
    frame(133);
    expect(paint).toHaveBeenCalledTimes(2);
    return paintings === 2;
  };

  it('in every frame while that is cheap, else in every second', () => {
    expect(paintsNextAfter(4 * 4)).toBe(true);
    expect(paintsNextAfter(5 * 4)).toBe(false);
  });

  it('in every second frame for a second after a key or a click', () => {
    const schedule = paintSchedule(document);
    const paint = jest.fn();
    const paintedAt = (at: number) => {
      schedule(paint);
      frame(at);
      return paint.mock.calls.splice(0).length === 1;
    };
    const key = new KeyboardEvent('keydown', { key: 'a' });
    Object.defineProperty(key, 'timeStamp', { value: 90 });
    document.dispatchEvent(key);
    expect([100, 117, 133, 150, 1083, 1100, 1117].map(paintedAt)).toEqual([false, true, false, true, true, true, true]);
  });

  it('not in the frame of a key, but not never for somebody who does not stop typing', () => {
    const schedule = paintSchedule(document);
    const paint = jest.fn();
    schedule(paint);
    press();
    frame(100);
    expect(paint).not.toHaveBeenCalled();
    frame(117);
    expect(paint).toHaveBeenCalledTimes(1);
    schedule(paint);
    for (let at = 200; at < 400 && paint.mock.calls.length < 2; at += 17) {
      press();
      frame(at);
    }
    expect(paint).toHaveBeenCalledTimes(2);
  });

  it('without frames while the page is in the background', () => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    jest.useFakeTimers();
    const paint = jest.fn();
    paintSchedule(document)(paint);
    jest.runAllTimers();
    jest.useRealTimers();
    expect(paint).toHaveBeenCalledTimes(1);
    expect(frames).toHaveLength(0);
  });
});
