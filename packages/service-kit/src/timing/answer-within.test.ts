import { expect, it } from '@jest/globals';
import { answerWithin } from './answer-within.js';

it('gives up on what does not come, and passes on what comes or fails', async () => {
  await expect(answerWithin(20, new Promise(() => {}), 'nobody answered')).rejects.toThrow('nobody answered');
  expect(await answerWithin(60_000, Promise.resolve('here'), 'late')).toBe('here');
  await expect(answerWithin(60_000, Promise.reject(new Error('no')), 'late')).rejects.toThrow('no');
});

it('counts what comes in the turn of the loop in which its time has passed', async () => {
  const begun = performance.now();
  const answer = new Promise((resolve) => setTimeout(resolve, 5, 'here'));
  const asked = answerWithin(2, answer, 'late');
  while (performance.now() - begun < 20);
  expect(await asked).toBe('here');
});
