import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { isDatabaseAway, toDatabaseError } from './database-errors.js';

it('takes a Postgres that lets nobody in within the time for one that is away', async () => {
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
  [Object.assign(new Error('failed'), { driverError: { code: 'ECONNREFUSED' } }), true],
  [Object.assign(new Error('duplicate key value'), { code: '23505' }), false],
])('knows of %s whether Postgres is away', (fault, expected) => expect(isDatabaseAway(fault)).toBe(expected));
