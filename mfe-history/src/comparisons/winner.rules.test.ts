import { expect, it } from '@jest/globals';
import { winnerOf } from './winner.rules.js';

it('names whose replies were pinned most often, and none where two are even', () => {
  expect(winnerOf([{ pins: 0 }, { pins: 0 }])).toBeUndefined();
  expect(winnerOf([{ pins: 1, score: 90 }, { pins: 3 }])).toEqual({ conversation: { pins: 3 }, by: 'pins' });
  expect(winnerOf([{ pins: 2 }, { pins: 2 }])).toBeUndefined();
});

it('goes by scores where nothing was pinned', () => {
  const best = { pins: 0, score: 88.2 };
  expect(winnerOf([{ pins: 0, score: 71 }, best, { pins: 0 }])).toEqual({ conversation: best, by: 'score' });
  expect(winnerOf([{ pins: 0, score: 88.4 }, best])).toBeUndefined();
  expect(winnerOf([best, { pins: 0 }])).toBeUndefined();
});
