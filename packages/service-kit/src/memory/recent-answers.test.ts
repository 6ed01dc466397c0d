import { beforeEach, expect, it } from '@jest/globals';
import { RecentAnswers } from './recent-answers.js';

const clock = { time: 0, now: () => clock.time };
let times: number;
beforeEach(() => void (times = 0));
const ask = () => Promise.resolve((times += 1));
const fail = () => Promise.reject<number>(new Error('away'));

it('asks once for all who ask within its time, and anew after it', async () => {
  const recent = new RecentAnswers<number>({ lastsMs: 500 }, clock);
  expect(await Promise.all([recent.get('a', ask), recent.get('a', ask), recent.get('b', ask)])).toEqual([1, 1, 2]);
  clock.time += 499;
  expect(await recent.get('a', ask)).toBe(1);
  expect(recent.find('a')?.ageMs).toBe(499);
  clock.time += 1;
  expect(recent.find('a')).toBeUndefined();
  expect(await recent.get('a', ask)).toBe(3);
});

it('forgets one question or all of them at once', async () => {
  const recent = new RecentAnswers<number>({ lastsMs: 500 }, clock);
  for (const asked of ['a', 'b']) await recent.get(asked, ask);
  recent.forget('a');
  expect([await recent.get('a', ask), await recent.get('b', ask)]).toEqual([3, 2]);
  recent.forget();
  expect([await recent.get('a', ask), await recent.get('b', ask)]).toEqual([4, 5]);
});

it('keeps no fault, and none of what is not worth it', async () => {
  const recent = new RecentAnswers<number>({ lastsMs: 500, isKept: (answer) => answer > 1 }, clock);
  await expect(recent.get('a', fail)).rejects.toThrow('away');
  expect(await recent.get('a', ask)).toBe(1);
  expect(await recent.get('a', ask)).toBe(2);
  expect(await recent.get('a', ask)).toBe(2);
});

it('is not emptied by the fault of an answer that another has replaced', async () => {
  const recent = new RecentAnswers<number>({ lastsMs: 500 }, clock);
  const failing = recent.get('a', fail);
  recent.forget('a');
  expect(await recent.get('a', ask)).toBe(1);
  await expect(failing).rejects.toThrow('away');
  expect(await recent.get('a', ask)).toBe(1);
});

it('lets the oldest go for one too many, and what has lapsed for the next', async () => {
  const recent = new RecentAnswers<number>({ lastsMs: 500, max: 2 }, clock);
  for (const asked of ['a', 'b', 'a', 'c']) await recent.get(asked, ask);
  expect(['a', 'b', 'c'].map((asked) => recent.find(asked) !== undefined)).toEqual([false, true, true]);
  clock.time += 500;
  await recent.get('d', ask);
  expect(recent.find('d')).toBeDefined();
  clock.time -= 500;
  expect(['b', 'c'].map((asked) => recent.find(asked) !== undefined)).toEqual([false, false]);
});

it('takes an answer that was asked for earlier', async () => {
  const recent = new RecentAnswers<number>({ lastsMs: 500 }, clock);
  await recent.keep('a', ask(), clock.time - 200);
  expect(recent.find('a')?.ageMs).toBe(200);
});

it('asks anew once a clock that was ahead is right again', async () => {
  const recent = new RecentAnswers<number>({ lastsMs: 500 }, clock);
  clock.time += 300_000;
  await recent.get('a', ask);
  clock.time -= 300_000;
  expect(await recent.get('a', ask)).toBe(2);
});
