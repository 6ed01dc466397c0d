import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openDnsServer, type DnsServer } from './dns-server.js';

let server: DnsServer;
let resolver: Resolver;

beforeEach(async () => {
  server = await openDnsServer();
  resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([server.address]);
});

afterEach(() => server.close());

const addressesOf = async (name: string) => (await resolver.resolve4(name)).sort();

it('a name stands for the addresses that were added and not removed', async () => {
  server.add('conversation.polylogue', '127.0.1.1');
  server.add('conversation.polylogue', '127.0.1.2');
  server.add('admin.polylogue', '127.0.1.3');
  expect(await addressesOf('conversation.polylogue')).toEqual(['127.0.1.1', '127.0.1.2']);
  server.remove('conversation.polylogue', '127.0.1.1');
  server.add('conversation.polylogue', '127.0.1.4');
  expect(await addressesOf('conversation.polylogue')).toEqual(['127.0.1.2', '127.0.1.4']);
});

it('addresses may be kept for a second', async () => {
  server.add('admin.polylogue', '127.0.1.3');
  expect(await resolver.resolve4('admin.polylogue', { ttl: true })).toEqual([{ address: '127.0.1.3', ttl: 1 }]);
});

it('an unknown name, and any other kind of record, has no answer', async () => {
  server.add('admin.polylogue', '127.0.1.3');
  await expect(resolver.resolve4('quality.polylogue')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolve6('admin.polylogue')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolveTxt('admin.polylogue')).rejects.toMatchObject({ code: 'ENODATA' });
});

it('what is no query is passed over', async () => {
  server.add('admin.polylogue', '127.0.1.3');
  const socket = createSocket('udp4');
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(12, 255), Buffer.alloc(14, 63)]) {
    await new Promise<unknown>((resolve) =>
      socket.send(bytes, Number(server.address.split(':')[1]), '127.0.0.1', resolve),
    );
  }
  socket.close();
  expect(await addressesOf('admin.polylogue')).toEqual(['127.0.1.3']);
});
