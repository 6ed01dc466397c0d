import { expect, it } from '@jest/globals';
import { bestScoreOf, winnerOf } from './winner.rules.js';

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

it('has the best score where none won, and whose it is where it is one alone', () => {
  const [best, other] = [
    { pins: 1, score: 88.2 },
    { pins: 1, score: 71 },
  ];
  expect(bestScoreOf([other, best])).toEqual({ score: 88, conversation: best });
  expect(bestScoreOf([{ pins: 0 }, best])).toEqual({ score: 88, conversation: best });
  expect(bestScoreOf([best, other, { pins: 0, score: 88.4 }])).toEqual({ score: 88, conversation: undefined });
  expect(bestScoreOf([{ pins: 0, score: 0 }, { pins: 0 }])).toEqual({ score: 0, conversation: { pins: 0, score: 0 } });
  expect(bestScoreOf([{ pins: 1 }, { pins: 1 }])).toBeUndefined();
});
