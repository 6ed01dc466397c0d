import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import type { Changes } from '@polylogue/service-kit';
import { ChangeFeed } from './change-feed.js';

const clock = { time: 0, now: () => clock.time };
let feed: ChangeFeed;
let changed: string[];
let asked: (string | undefined)[];
let answer: (since: string | undefined) => Promise<Changes>;

beforeEach(() => {
  clock.time = 1_000_000;
  changed = [];
  asked = [];
  answer = () => Promise.resolve({ until: String(asked.length), keys: [] });
  const read = (since: string | undefined) => (asked.push(since), answer(since));
  feed = new ChangeFeed({ read, onChanged: (key) => changed.push(key), clock });
});
afterEach(() => feed.stop());

/** A question that finds nothing heard makes it look; the look is answered before this returns. */
async function look(): Promise<void> {
  feed.holds(clock.time);
  await turn();
  await turn();
  clock.time += 1;
}

describe('what was read earlier holds', () => {
  it('from the first answered look on, not what was asked for before it', async () => {
    answer = () => ((clock.time += 5), Promise.resolve({ until: '1', keys: [] }));
    await look();
    expect(feed.holds(clock.time - 1)).toBe(false);
    expect(feed.holds(clock.time)).toBe(true);
  });

  it('for half a second after a look, counted from its beginning', async () => {
    const beganAt = clock.time;
    await look();
    const askedAt = clock.time;
    clock.time = beganAt + 499;
    expect(feed.holds(askedAt)).toBe(true);
    clock.time = beganAt + 500;
    expect(feed.holds(askedAt)).toBe(false);
  });

  it('again once it is heard of, and what has changed meanwhile is told', async () => {
    await look();
    const askedAt = clock.time;
    clock.time += 9_000;
    answer = () => Promise.resolve({ until: '2', keys: ['a', 'b'] });
    await look();
    expect(asked).toEqual([undefined, '1']);
    expect(changed).toEqual(['a', 'b']);
    expect(feed.holds(askedAt)).toBe(true);
  });

  it('not after a pause in which notes may have been cleared away', async () => {
    await look();
    const askedAt = clock.time;
    clock.time += 10_000;
    await look();
    expect(asked).toEqual([undefined, undefined]);
    expect(feed.holds(askedAt)).toBe(false);
    expect(feed.holds(clock.time)).toBe(true);
  });

  it('not while looks fail, which are not tried again for five seconds', async () => {
    answer = () => Promise.reject(new Error('away'));
    await look();
    clock.time += 4_998;
    await look();
    expect(asked).toHaveLength(1);
    answer = () => Promise.resolve({ until: '1', keys: [] });
    clock.time += 1;
    await look();
    expect(feed.holds(clock.time)).toBe(true);
  });
});
