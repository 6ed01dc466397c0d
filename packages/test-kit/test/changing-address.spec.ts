import dns from 'node:dns';
import { afterEach, expect, it, jest } from '@jest/globals';
import { Role, UsersServiceDefinition } from '@polylogue/proto';
import { grpcClient } from '@polylogue/service-kit';
import { startSlice, testSigner, until } from '../src/index.js';
import { sample, script } from './slice/sample.service.js';

const name = 'admin.polylogue.test';
const { lookup } = dns.promises;

afterEach(() => void jest.restoreAllMocks());

/** Lets the name stand for the address that is answered at that moment, as a headless Service's does for its pods. */
function nameStandsFor(address: () => string): void {
  const answer = (host: string, options: object) =>
    host === name ? Promise.resolve([{ address: address(), family: 4 }]) : lookup(host, options);
  jest.spyOn(dns.promises, 'lookup').mockImplementation(answer as never);
}

it('a service is found again soon after all its replicas moved', async () => {
  const slice = await startSlice(sample, { isLocal: false });
  script.getAccess = () => Promise.resolve({ id: 'u', role: Role.USER } as never);
  // Nothing listens at the first.
  let address = '127.0.0.2';
  nameStandsFor(() => address);
  const port = slice.grpcUrl.split(':').at(-1);
  const users = grpcClient(UsersServiceDefinition, { url: `${name}:${port}`, signer: testSigner() });
  const call = () => users.getAccess({ userId: 'u' }).then(...outcome);
  expect(await call()).toBe('unavailable');
  address = '127.0.0.1';
  // By itself, grpc-js looks a name up again after half a minute.
  await until(async () => (await call()) === 'answered', { timeoutMs: 15_000 });
  users.close();
  await slice.close();
});

const outcome = [() => 'answered', (error: { kind?: string }) => error.kind] as const;
