import { afterEach, beforeEach, jest, describe, expect, it } from '@jest/globals';
import type { Changes } from '@polylogue/service-kit';
import type { SessionData } from 'express-session';
import { RecentSessions } from './recent-sessions.js';

const clock = { time: 0, now: () => clock.time };
let recent: RecentSessions;
let reads: number;
let changes: () => Promise<Changes>;
beforeEach(() => {
  changes = () => Promise.reject(new Error('away'));
  recent = new RecentSessions({ changes: () => changes() }, clock);
  reads = 0;
});
afterEach(() => recent.onApplicationShutdown());

const sessionOf = (userId?: string) => ({ userId, cookie: { path: '/' }, device: `read ${reads}` }) as SessionData;
const reading = (userId?: string) => () => ((reads += 1), Promise.resolve(sessionOf(userId)));

describe('sessions that were looked up a moment ago', () => {
  it('are read once in half a second, however many requests need them', async () => {
    const found = await Promise.all([1, 2, 3].map(() => recent.find('a', reading('ada'))));
    expect(found).toEqual([sessionOf('ada'), sessionOf('ada'), sessionOf('ada')]);
    clock.time += 499;
    await recent.find('a', reading('ada'));
    await recent.find('b', reading('eve'));
    expect(reads).toBe(2);
    clock.time += 1;
    expect(await recent.find('a', reading('ada'))).toMatchObject({ device: 'read 3' });
  });

  it('are good for a minute while it is heard that they have not changed', async () => {
    jest.useFakeTimers();
    const byTimers = new RecentSessions({ changes: () => Promise.resolve({ until: '1', keys: [] }) }, Date);
    await byTimers.find('a', reading('ada'));
    // Asked for before the first look was answered.
    await jest.advanceTimersByTimeAsync(600);
    await byTimers.find('a', reading('ada'));
    const beganAt = Date.now();
    while (reads < 3) {
      await jest.advanceTimersByTimeAsync(5_000);
      await byTimers.find('a', reading('ada'));
    }
    expect(Date.now() - beganAt).toBe(60_000);
    await byTimers.onApplicationShutdown();
    jest.useRealTimers();
  });

  it('are each reader’s own', async () => {
    const one = await recent.find('a', reading('ada'));
    one!.cookie.path = '/changed';
    expect((await recent.find('a', reading('ada')))?.cookie.path).toBe('/');
    expect(reads).toBe(1);
  });

  it('are read anew once they were changed or ended', async () => {
    await recent.find('a', reading('ada'));
    recent.forget('a');
    expect(await recent.find('a', () => Promise.resolve(null))).toBeNull();
  });

  it('are not kept of who is not signed in, nor when the table cannot be read', async () => {
    await recent.find('a', reading());
    await recent.find('a', reading());
    await recent.find('b', () => Promise.resolve(null));
    expect(await recent.find('b', reading('eve'))).toMatchObject({ userId: 'eve' });
    await expect(recent.find('c', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await recent.find('c', reading('joe'));
    expect(reads).toBe(4);
  });
});
