import { describe, expect, it } from '@jest/globals';
import { categoryFault, defaultsOf } from './categories.rules.js';

const given = {
  timeouts: { connectMs: 5_000, firstTokenMs: 30_000, gapMs: 30_000, totalMs: 120_000 },
  limits: { concurrency: 5_000, queue: 1_000 },
};

describe('what a service of a category is given', () => {
  it('leaves text as it is', () => {
    expect(defaultsOf('text', given)).toEqual(given);
  });

  it('waits longer for what comes at once, and lets few of it into memory', () => {
    const { timeouts, limits } = defaultsOf('video', given);
    expect(timeouts).toEqual({ connectMs: 5_000, firstTokenMs: 60_000, gapMs: 60_000, totalMs: 780_000 });
    expect(limits).toEqual({ concurrency: 6, queue: 1_000 });
  });

  it('never waits less than the operator says, nor lets more in', () => {
    const patient = { timeouts: { ...given.timeouts, totalMs: 900_000 }, limits: { concurrency: 2, queue: 3 } };
    const { timeouts, limits } = defaultsOf('image', patient);
    expect(timeouts.totalMs).toBe(900_000);
    expect(limits).toEqual({ concurrency: 2, queue: 3 });
  });
});

describe('what a provider offers', () => {
  it.each([
    ['openai', 'video', undefined],
    ['openai-compatible', 'audio', undefined],
    ['google', 'audio', 'google offers no audio here, but text, image, video.'],
    ['anthropic', 'image', 'anthropic offers no image here, but text.'],
  ] as const)('%s, category %s: %s', (provider, category, fault) => {
    expect(categoryFault(provider, category)).toBe(fault);
  });
});
