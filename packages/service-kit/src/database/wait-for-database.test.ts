import { expect, it } from '@jest/globals';
import { AppError } from '../errors/app-error.js';
import { retryDeadlock, waitForDatabase } from './wait-for-database.js';

const away = () => new AppError('unavailable', 'database_unavailable', 'Away.');
const deadlock = () => Object.assign(new Error('deadlock detected'), { driverError: { code: '40P01' } });

/** Fails with each of these, then answers. */
function failing(...faults: Error[]) {
  const waits: unknown[] = [];
  const work = () => (faults.length > 0 ? Promise.reject(faults.shift()!) : Promise.resolve('written'));
  return {
    waits,
    work,
    options: { isGivenUp: () => false, onWait: (error: unknown) => waits.push(error), pauseMs: 1 },
  };
}

it('waits for a Postgres that is away, and tries again after a deadlock', async () => {
  const { waits, work, options } = failing(away(), deadlock(), away());
  await expect(waitForDatabase(work, options)).resolves.toBe('written');
  expect(waits).toHaveLength(3);
});

it('passes every other fault on at once', async () => {
  const { waits, work, options } = failing(new Error('syntax error'));
  await expect(waitForDatabase(work, options)).rejects.toThrow('syntax error');
  expect(waits).toEqual([]);
});

it('ends when it is given up', async () => {
  const { work, options } = failing(away(), away());
  await expect(waitForDatabase(work, { ...options, isGivenUp: () => true })).rejects.toThrow('Away.');
});

it('does again what Postgres ended to break a deadlock, a few times, and nothing else', async () => {
  await expect(retryDeadlock(failing(deadlock(), deadlock()).work)).resolves.toBe('written');
  await expect(retryDeadlock(failing(deadlock(), deadlock()).work, 2)).rejects.toThrow('deadlock detected');
  await expect(retryDeadlock(failing(away()).work)).rejects.toThrow('Away.');
});
