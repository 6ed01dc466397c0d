import { EventEmitter, once } from 'node:events';
import { expect, it } from '@jest/globals';
import { followMaster, leavingReplicas } from './redis-master.js';

it.each([
  ["READONLY You can't write against a read only replica.", true],
  [
    "ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write against a read only replica.",
    true,
  ],
  ['OOM command not allowed when used memory > maxmemory.', false],
])('knows that %s', (message, expected) => expect(leavingReplicas()(new Error(message))).toBe(expected));

it('leaves once for commands that fail together', () => {
  let now = 0;
  const leaves = leavingReplicas(() => now);
  const answers = [0, 1, 99, 100, 101].map((ms) => {
    now = ms;
    return leaves(new Error('READONLY'));
  });
  expect(answers).toEqual([true, false, false, true, false]);
});

it('leaves a replica, and stays with a master', async () => {
  const roles = ['slave', 'slave', 'master'];
  const client = Object.assign(new EventEmitter(), {
    role: async () => {
      const role = roles.shift()!;
      if (role === 'master') queueMicrotask(() => client.emit('stays'));
      return [role, 0, []];
    },
    left: 0,
    disconnect: (again: boolean) => {
      expect(again).toBe(true);
      client.left += 1;
      client.emit('ready');
    },
  });
  const stays = once(client, 'stays');
  followMaster(client).emit('ready');
  await stays;
  expect([client.left, roles]).toEqual([2, []]);
});
