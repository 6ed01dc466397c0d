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
  it('in the next frame, then in every second', () => {
    const schedule = paintSchedule(document);
    const paint = jest.fn();
    schedule(paint);
    frame(100);
    expect(paint).toHaveBeenCalledTimes(1);
    schedule(paint);
    frame(117);
    expect(paint).toHaveBeenCalledTimes(1);
    frame(133);
    expect(paint).toHaveBeenCalledTimes(2);
  });

  it('not in the frame of a key, but not never for a user who does not stop typing', () => {
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
