import { expect, it } from '@jest/globals';
import type { WrittenAnswer } from '../http/written-answer.js';
import { FreshAnswers } from './fresh-answers.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

const clock = { time: 0, now: () => clock.time };

function counting(fails = false) {
  const made = {
    times: 0,
    make: () => ((made.times += 1), fails ? Promise.reject(new Error('away')) : Promise.resolve(made.times)),
  };
  return made;
}

/** What one caller gets. */
async function read(answered: Promise<WrittenAnswer>): Promise<unknown> {
  const answer = await answered;
  return new Promise((resolve) => {
    const response = { setHeader: () => undefined, end: (text: Buffer) => resolve(JSON.parse(text.toString())) };
    answer.sendTo({ headers: {} } as HttpRequest, response as unknown as HttpResponse);
  });
}

it('makes an answer once a second for all callers', async () => {
  const answers = new FreshAnswers(clock);
  const made = counting();
  expect(await Promise.all([1, 2, 3].map(() => read(answers.get('a', made.make))))).toEqual([1, 1, 1]);
  expect(await read(answers.get('b', made.make))).toBe(2);
  clock.time += 999;
  expect(await read(answers.get('a', made.make))).toBe(1);
  clock.time += 1;
  expect(await read(answers.get('a', made.make))).toBe(3);
  answers.forget();
  expect(await read(answers.get('a', made.make))).toBe(4);
});

it('makes it again after a fault', async () => {
  const answers = new FreshAnswers(clock);
  await expect(answers.get('a', counting(true).make)).rejects.toThrow('away');
  expect(await read(answers.get('a', counting().make))).toBe(1);
});

it('keeps the fault of one caller from another who waits for the same', async () => {
  const answers = new FreshAnswers(clock);
  const [one, other] = [answers.get('a', counting(true).make), answers.get('a', counting().make)];
  await expect(one).rejects.toThrow('away');
  expect(await read(other)).toBe(1);
});

it('remembers a hundred at most', async () => {
  const answers = new FreshAnswers(clock);
  for (let at = 0; at <= 100; at += 1) await answers.get(String(at), () => Promise.resolve(at));
  expect(await read(answers.get('0', () => Promise.resolve('anew')))).toBe('anew');
  expect(await read(answers.get('100', () => Promise.resolve('anew')))).toBe(100);
});
