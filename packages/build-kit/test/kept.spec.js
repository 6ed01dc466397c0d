import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { keepPorts } from '../src/launcher/kept-ports.js';
import { keepSecrets } from '../src/secrets/secrets.js';
import { removeScratch, scratchFolder } from './scratch.js';

afterAll(removeScratch);

test('secrets are made once, kept closed, and completed for a new slice', async () => {
  const folder = await scratchFolder();
  const first = await keepSecrets(folder, ['gateway']);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  const second = await keepSecrets(folder, ['gateway', 'quality']);
  expect(second).toMatchObject({ session: first.session, keyEncryption: first.keyEncryption });
  expect(second.signingKeys.gateway).toEqual(first.signingKeys.gateway);
  expect(Object.keys(second.databasePasswords)).toEqual(['gateway', 'quality']);
  expect(Buffer.from(first.keyEncryption, 'base64')).toHaveLength(32);
});

test('a key is added at the end of the ring, and what was there stays', async () => {
  const folder = await scratchFolder();
  const first = await keepSecrets(folder, ['ai-dispatch']);
  expect(first.keyRing).toEqual({ k1: first.keyEncryption });
  const second = await keepSecrets(folder, ['ai-dispatch'], { addKey: true });
  expect(Object.keys(second.keyRing)).toEqual(['k1', 'k2']);
  expect(second.keyRing.k1).toBe(first.keyRing.k1);
  expect(Buffer.from(second.keyRing.k2 ?? '', 'base64')).toHaveLength(32);
  expect((await keepSecrets(folder, ['ai-dispatch'])).keyRing).toEqual(second.keyRing);
});

test('ports stay the same, outside what outgoing connections use, until another program has one', async () => {
  const folder = await scratchFolder();
  const first = await keepPorts(folder, ['nats', 'redis'], 8080);
  for (const port of Object.values(first)) expect(port).toBeLessThan(32_768);
  expect(await keepPorts(folder, ['nats', 'redis'], 8080)).toEqual(first);
  const other = createServer();
  await new Promise((resolve) => other.listen(first.nats, '127.0.0.1', () => resolve(undefined)));
  const moved = await keepPorts(folder, ['nats', 'redis'], 8080);
  other.close();
  expect(moved.redis).toBe(first.redis);
  expect(moved.nats).not.toBe(first.nats);
  expect(JSON.parse(await readFile(join(folder, 'ports.json'), 'utf8'))).toEqual(moved);
});

test('the public port is given to no other server, even where it was once given to another', async () => {
  const folder = await scratchFolder();
  const { nats = 0 } = await keepPorts(folder, ['nats'], 8080);
  expect((await keepPorts(folder, ['nats', 'redis'], nats)).nats).not.toBe(nats);
});
