import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { waitUntil } from '../src/backing/wait-until.js';
import { lockFolder } from '../src/launcher/lock.js';
import { firstLineOf } from './first-line-of.js';
import { isAlive, removeScratch, scratchFolder } from './scratch.js';

afterAll(removeScratch);

test('a data folder belongs to one launcher at a time, until that one is gone', async () => {
  const folder = await scratchFolder();
  const { child } = await firstLineOf(join(import.meta.dirname, 'hold-lock.js'), folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({
    reason: 'locked',
    message: expect.stringContaining(`already runs with the data folder ${folder} (process ${child.pid})`),
  });
  child.kill('SIGKILL');
  await waitUntil(async () => !(await isAlive(child.pid)), { timeoutMs: 60_000 });
  const unlock = await lockFolder(folder);
  await unlock();
  await (
    await lockFolder(folder)
  )();
});
