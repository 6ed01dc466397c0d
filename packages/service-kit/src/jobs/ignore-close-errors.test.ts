import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import Bull, { type Queue } from 'bull';
import { ignoreCloseErrors } from './ignore-close-errors.js';
import { queueOptions } from './queue-options.js';

const nothing = async () => {};
const nameOf = (queue: Queue) => (queue as unknown as { setWorkerName(): Promise<unknown> }).setWorkerName();

it('says nothing of a worker whose queue was closed before Redis answered', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}).resume());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const settings = { REDIS_URL: `redis://127.0.0.1:${port}`, EVENTS_PREFIX: 'test' };
  const queue = new Bull('sums', queueOptions('test', settings));
  ignoreCloseErrors(queue);
  const begun = [queue.process('add', 1, nothing), nameOf(queue)];
  await queue.close();
  expect(await Promise.all(begun)).toEqual([undefined, undefined]);
  silent.close();
});

it('reports that Redis refuses a worker', async () => {
  const refuse = () => Promise.reject(new Error('NOAUTH'));
  const eclient = { subscribe: nothing, psubscribe: nothing };
  const queue = {
    process: refuse,
    setWorkerName: refuse,
    whenCurrentJobsFinished: nothing,
    eclient,
  } as unknown as Queue;
  ignoreCloseErrors(queue);
  await expect(queue.process('add', 1, nothing)).rejects.toThrow('NOAUTH');
  expect(await nameOf(queue)).toBeUndefined();
});

it('says nothing of a queue that is closed while it reconnects', async () => {
  const bclient = { connect: () => Promise.reject(new Error('Redis is already connecting/connected')) };
  const whenCurrentJobsFinished = () => bclient.connect();
  const queue = {
    process: nothing,
    setWorkerName: nothing,
    bclientInitialized: true,
    bclient,
    whenCurrentJobsFinished,
  };
  ignoreCloseErrors(queue as unknown as Queue);
  await expect(queue.whenCurrentJobsFinished()).resolves.toBeUndefined();
});

it('says nothing of subscriptions that a client makes again and loses', async () => {
  const lost = () => Promise.reject(new Error('Connection is closed.'));
  const eclient = { subscribe: lost, psubscribe: lost };
  const queue = { process: nothing, setWorkerName: nothing, whenCurrentJobsFinished: nothing, eclient };
  ignoreCloseErrors(queue as unknown as Queue);
  await queue.process();
  // As its client does, and waits for neither: an unhandled rejection would fail this test.
  const subscribed = [eclient.subscribe(), eclient.psubscribe()];
  await nextTurn();
  for (const each of subscribed) await expect(each).rejects.toThrow('Connection is closed.');
});
