import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { isAway } from '../errors/is-away.js';
import { isCancelled, isDatabaseAway, toDatabaseError } from './database-errors.js';

it('takes a Postgres that accepts no connection within the time for one that is away', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'ada', connectionTimeoutMillis: 20 });
  const fault: unknown = await client.connect().catch((error: unknown) => error);
  expect(toDatabaseError(fault)).toMatchObject({ kind: 'unavailable', code: 'database_unavailable' });
  silent.close();
  for (const socket of sockets) socket.destroy();
});

it.each([
  [new Error('Connection terminated due to connection timeout'), true],
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
  [Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }), true],
  [Object.assign(new Error('failed'), { driverError: { code: 'ECONNREFUSED' } }), true],
  [Object.assign(new Error('duplicate key value'), { code: '23505' }), false],
  [Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }), false],
])('knows of %s whether Postgres is away', (fault, expected) => expect(isDatabaseAway(fault)).toBe(expected));

it('says of a statement that was cancelled that it took too long, and waits for no database because of it', () => {
  const cancelled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  const error = toDatabaseError(cancelled);
  expect(error).toMatchObject({ kind: 'unavailable', code: 'took_too_long' });
  expect([isAway(error), isCancelled(error), isDatabaseAway(error)]).toEqual([false, true, false]);
  expect(isAway(toDatabaseError(Object.assign(new Error('terminating'), { code: '57P01' })))).toBe(true);
});
