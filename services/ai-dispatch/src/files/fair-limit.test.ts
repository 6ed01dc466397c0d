import { beforeEach, expect, it } from '@jest/globals';
import { FairLimit } from './fair-limit.js';

const ends = new Map<string, () => void>();
let begun: string[];
let limit: FairLimit;

beforeEach(() => {
  ends.clear();
  begun = [];
  limit = new FairLimit({
    max: 2,
    maxPerUser: 1,
    maxWaiting: 4,
    maxWaitingPerUser: 3,
    refusal: () => new Error('full'),
  });
});

const run = (user: string, name: string) =>
  limit.run(user, () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  });
const end = async (name: string, running: Promise<void>) => {
  ends.get(name)!();
  await running;
};

it('lets one user have a share only, and passes by whose user has it', async () => {
  const first = run('ada', 'a1');
  void run('ada', 'a2');
  const other = run('bob', 'b1');
  void run('ada', 'a3');
  void run('cy', 'c1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1', other);
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('a1', first);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
});

it('refuses those for whom the line has no room, first of all the user who fills it', async () => {
  void run('ada', 'a0');
  const waiting = [1, 2, 3].map((turn) => run('ada', `a${turn}`));
  await expect(run('ada', 'a4')).rejects.toThrow('full');
  const other = run('bob', 'b0');
  void run('bob', 'b1');
  await expect(run('cy', 'c0')).rejects.toThrow('full');
  expect(begun).toEqual(['a0', 'b0']);
  expect(waiting).toHaveLength(3);
  await end('b0', other);
  expect(begun).toEqual(['a0', 'b0', 'b1']);
});

it('hands the slot on after a failure', async () => {
  const failed = limit.run('ada', () => Promise.reject(new Error('broken')));
  const next = limit.run('ada', () => Promise.resolve('read'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('read');
});
