import { describe, expect, it } from '@jest/globals';
import { answersOf, framesOf, missedShare } from './frames.rules.js';

const every = (count: number, ms = 1000 / 60) => Array.from({ length: count }, (_frame, index) => index * ms);

describe('frames of a page', () => {
  it('none are missed at 60 a second, late by less than half a frame', () => {
    expect(framesOf(every(601))).toMatchObject({ due: 600, missed: 0 });
    expect(framesOf([0, 17, 40, 50])).toMatchObject({ due: 3, missed: 0 });
  });

  it('a gap of 100 ms has missed five, and is the longest', () => {
    const frames = framesOf([...every(10), 9 * (1000 / 60) + 100]);
    expect(frames).toMatchObject({ due: 15, missed: 5 });
    expect(frames.longestMs).toBeCloseTo(100);
    expect(missedShare(frames)).toBeCloseTo(33.3, 1);
  });

  it('a page that was not looked at has missed nothing', () => {
    expect(missedShare(framesOf([]))).toBe(0);
  });
});

it('an interaction is as slow as its slowest event; one without recorded events was quick', () => {
  const slow = [
    { interaction: 7, duration: 24 },
    { interaction: 7, duration: 40 },
    { interaction: 9, duration: 16 },
  ];
  expect(answersOf(slow, 4)).toEqual([40, 16, 16, 16]);
});
