import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { closeOnSignal } from './signals.js';

let ended: Promise<unknown>;
beforeEach(() => {
  ended = new Promise((resolve) => {
    jest.spyOn(process, 'exit').mockImplementation(((code: number) => resolve(code)) as never);
  });
});
afterEach(() => void jest.restoreAllMocks());

it('one signal closes every service of the process, then ends it; those closed before are left alone', async () => {
  const closed: string[] = [];
  const service = (name: string) => ({ close: () => Promise.resolve(void closed.push(name)) });
  closeOnSignal(service('conversation'));
  closeOnSignal(service('quality'));
  closeOnSignal(service('gone'))();
  closeOnSignal({ close: () => Promise.reject(new Error('stuck')) });
  expect([process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]).toEqual([1, 1]);
  process.emit('SIGTERM');
  expect(await ended).toBe(1);
  expect(closed).toEqual(['conversation', 'quality']);
});
