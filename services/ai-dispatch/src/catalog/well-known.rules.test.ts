import { describe, expect, it } from '@jest/globals';
import { config } from '../config.js';
import { servicesOfKeys, wellKnownServices } from './well-known.rules.js';

const defaults = {
  timeouts: { connectMs: 1, firstTokenMs: 1, gapMs: 1, totalMs: 1 },
  limits: { concurrency: 1, queue: 1 },
};

describe('the services of keys', () => {
  it('offers one service per key, and none without', () => {
    expect(servicesOfKeys({}, defaults)).toEqual([]);
    const services = servicesOfKeys({ GEMINI_API_KEY: 'g', GROQ_API_KEY: 'q', OPENAI_API_KEY: '' }, defaults);
    expect(services.map(({ name, apiKey, demo }) => [name, apiKey, demo])).toEqual([
      ['google', 'g', false],
      ['groq', 'q', false],
    ]);
  });

  it('knows only keys that the configuration reads', () => {
    const known = Object.keys(config.shape);
    expect(wellKnownServices.flatMap(({ keys }) => keys).filter((key) => !known.includes(key))).toEqual([]);
    expect(new Set(wellKnownServices.map(({ name }) => name)).size).toBe(wellKnownServices.length);
  });
});
