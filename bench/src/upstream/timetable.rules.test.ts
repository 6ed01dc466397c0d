import { describe, expect, it } from '@jest/globals';
import { dueAt, writesOf } from './timetable.rules.js';

describe('the timetable of a fake provider', () => {
  const shape = { firstTokenMs: 50, tokensPerSecond: 100, tokens: 25, tokensPerWrite: 1 };

  it('has one packet per token', () => {
    expect(writesOf(shape)).toBe(25);
    expect([0, 1, 24].map((index) => dueAt(shape, index))).toEqual([50, 60, 290]);
  });

  it('keeps the pace when packets are full: each waits for its last token', () => {
    const full = { ...shape, tokensPerWrite: 10 };
    expect(writesOf(full)).toBe(3);
    expect([0, 1, 2].map((index) => dueAt(full, index))).toEqual([140, 240, 290]);
  });
});
