import { expect, it } from '@jest/globals';
import { issuesOfEstimate } from './answer-request.rules.js';

it.each([
  [undefined, []],
  [1, []],
  [2_000, []],
  [0, ['steeringBytes']],
  [-1, ['steeringBytes']],
  [2_001, ['steeringBytes']],
])('a wish of %s bytes: %j', (steeringBytes, paths) =>
  expect(issuesOfEstimate(steeringBytes).map(({ path }) => path)).toEqual(paths),
);
