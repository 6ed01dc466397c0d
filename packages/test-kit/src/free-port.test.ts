import { expect, it } from '@jest/globals';
import { freePort } from './free-port.js';

it('promises each port once, below those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
  expect(new Set(ports).size).toBe(200);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
