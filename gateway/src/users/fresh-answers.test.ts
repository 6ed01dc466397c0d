import { expect, it } from '@jest/globals';
import { FreshAnswers } from './fresh-answers.js';

const clock = { time: 0, now: () => clock.time };

function counting(fails = false) {
  const made = {
    times: 0,
    make: () => ((made.times += 1), fails ? Promise.reject(new Error('away')) : Promise.resolve(made.times)),
  };
  return made;
}

it('makes an answer once a second for all who ask', async () => {
  const answers = new FreshAnswers(clock);
  const made = counting();
  expect(await Promise.all([1, 2, 3].map(() => answers.get('a', made.make)))).toEqual([1, 1, 1]);
  expect(await answers.get('b', made.make)).toBe(2);
  clock.time += 999;
  expect(await answers.get('a', made.make)).toBe(1);
  clock.time += 1;
  expect(await answers.get('a', made.make)).toBe(3);
  answers.forget();
  expect(await answers.get('a', made.make)).toBe(4);
});

it('asks again after a fault', async () => {
  const answers = new FreshAnswers(clock);
  await expect(answers.get('a', counting(true).make)).rejects.toThrow('away');
  expect(await answers.get('a', counting().make)).toBe(1);
});

it('remembers a hundred at most', async () => {
  const answers = new FreshAnswers(clock);
  for (let at = 0; at <= 100; at += 1) await answers.get(String(at), () => Promise.resolve(at));
  expect(await answers.get('0', () => Promise.resolve('anew'))).toBe('anew');
  expect(await answers.get('100', () => Promise.resolve('anew'))).toBe(100);
});
