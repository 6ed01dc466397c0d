import { expect, it } from '@jest/globals';
import { tokensPerSecond } from './figures.rules.js';

it.each([
  [{ tokens: 100, responseTime: 2_500, firstTokenTime: 500 }, 50],
  [{ tokens: 1, responseTime: 3_000 }, 0.3],
  [{ tokens: 0, responseTime: 1_000 }, 0],
  [{ tokens: 5, responseTime: 500, firstTokenTime: 500 }, undefined],
  [{ responseTime: 500 }, undefined],
  [{ tokens: 5 }, undefined],
])('%j is %s tokens per second', (message, expected) => expect(tokensPerSecond(message)).toBe(expected));
