import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { ownTimeOf } from './own-time.js';

it('counts what passes while this process may run', async () => {
  const began = performance.now();
  const own = await ownTimeOf(() => sleep(50));
  expect(own).toBeGreaterThan(0);
  expect(own).toBeLessThanOrEqual(performance.now() - began);
});

it('counts nothing of what it stood still for', async () => {
  const standStill = () => {
    for (const began = performance.now(); performance.now() - began < 200;);
    return Promise.resolve();
  };
  expect(await ownTimeOf(standStill)).toBeLessThanOrEqual(10);
});

it('hands on what goes wrong', async () => {
  await expect(ownTimeOf(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
