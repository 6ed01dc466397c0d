import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { paintSchedule } from './paint-schedule.js';

const frames: FrameRequestCallback[] = [];
const frame = (at: number) => frames.splice(0).forEach((callback) => callback(at));
const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
const paint = jest.fn();
const second = 1_000;
let clock = 0;
let finish: () => void = () => undefined;

const start = () => paintSchedule(document, (then) => (finish = then));
/** A painting from its frame on, and how long it took. */
const painted = (schedule: ReturnType<typeof start>, at: number, cost: number) => {
  schedule(paint);
  frame(at);
  clock += cost;
  finish();
};

beforeEach(() => {
  frames.length = 0;
  paint.mockClear();
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => void jest.restoreAllMocks());

describe('what streams is painted', () => {
  it('in the next frame, and in each', () => {
    const schedule = start();
    for (let at = 100; at < 200; at += 17) painted(schedule, at, 3);
    expect(paint).toHaveBeenCalledTimes(6);
  });

  it('in every second while a user types, and for a second after', () => {
    const schedule = start();
    press();
    schedule(paint);
    for (const at of [100, 117]) frame(at);
    expect(paint).toHaveBeenCalledTimes(1);
    schedule(paint);
    frame(133);
    expect(paint).toHaveBeenCalledTimes(1);
    frame(150);
    expect(paint).toHaveBeenCalledTimes(2);
    painted(schedule, 100 + second, 3);
    painted(schedule, 117 + second, 3);
    expect(paint).toHaveBeenCalledTimes(4);
  });

  it('in every second where a painting takes most of a frame, until one takes less again', () => {
    const schedule = start();
    const paintedOf = (count: number, cost: number) => {
      paint.mockClear();
      for (let index = 0; index < count; index += 1) {
        schedule(paint);
        const before = paint.mock.calls.length;
        while (paint.mock.calls.length === before) frame((framesSoFar += 1) * 16.7);
        clock += cost;
        finish();
      }
    };
    let framesSoFar = 1_000;
    paintedOf(1, 30);
    const afterOne = framesSoFar;
    paintedOf(3, 3);
    expect(framesSoFar - afterOne).toBe(3);
    paintedOf(30, 17);
    const slow = framesSoFar;
    paintedOf(10, 17);
    expect(framesSoFar - slow).toBe(20);
    paintedOf(30, 3);
    const quick = framesSoFar;
    paintedOf(10, 3);
    expect(framesSoFar - quick).toBe(10);
  });

  it('not in the frame of a key, but not never for a user who does not stop typing', () => {
    const schedule = start();
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
    start()(paint);
    jest.runAllTimers();
    jest.useRealTimers();
    expect(paint).toHaveBeenCalledTimes(1);
    expect(frames).toHaveLength(0);
  });

  it('and what that took is known when the frame is done', async () => {
    // The channel of the page itself.
    const schedule = paintSchedule(document);
    const until = new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      schedule(paint);
      frame(100);
      clock += 200;
      channel.port2.postMessage(null);
    });
    await until;
    schedule(paint);
    frame(117);
    expect(paint).toHaveBeenCalledTimes(1);
  });
});
