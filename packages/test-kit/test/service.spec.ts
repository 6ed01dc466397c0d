import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BroadcastsServiceDefinition, Role, UsersServiceDefinition, type User } from '@polylogue/proto';
import {
  ConfigError,
  currentContext,
  Drain,
  grpcClient,
  newContext,
  runInContext,
  startService,
} from '@polylogue/service-kit';
import {
  backingUrls,
  callerToken,
  freePort,
  freshDatabase,
  startSlice,
  stub,
  stubGrpcServer,
  tcpProxy,
  testSigner,
  until,
  type RunningSlice,
} from '../src/index.js';
import { onRequest, withHttp } from './slice/http.service.js';
import { sample, script } from './slice/sample.service.js';

let slice: RunningSlice | undefined;
beforeEach(
  () => void Object.assign(script, { getAccess: undefined, cancelBroadcast: undefined, sendMessage: undefined }),
);
afterEach(async () => {
  await slice?.close();
  slice = undefined;
});

describe('starting', () => {
  it('lists every fault of the configuration and starts nothing', async () => {
    const starting = startService(sample, {
      env: { CONVERSATION_HEALTH_PORT: 'no' },
      onFault: 'throw',
      signals: false,
    });
    const error = (await starting.catch((thrown: unknown) => thrown)) as ConfigError;
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.faults.length).toBeGreaterThan(5);
    expect(error.message).toContain('CONVERSATION_DATABASE_URL is missing');
  });

  it('brings the schema up to date with the argument migrate', async () => {
    const database = await freshDatabase({ name: 'conversation' });
    slice = await startSlice(sample, { database, env: { MIGRATE_AT_START: 'true' } });
    expect(await slice.service.database.app.query('SELECT * FROM notes')).toEqual([]);
  });

  it('says which port is taken, and leaves nothing open behind it', async () => {
    slice = await startSlice(sample);
    const database = await freshDatabase(sample);
    const second = startSlice(sample, { database, env: { CONVERSATION_GRPC_URL: slice.grpcUrl } });
    await expect(second).rejects.toThrow(`gRPC cannot listen on ${slice.grpcUrl}`);
    const open = `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'polylogue%'`;
    const name = new URL(database.appUrl).pathname.slice(1);
    await until(async () => (await slice?.service.database.app.query(open, [name]))?.length === 0);
    await database.drop();
  });

  it('runs two slices in one process without one taking events of the other', async () => {
    slice = await startSlice(sample);
    const second = await startSlice(sample);
    const metrics = async (which: RunningSlice) => (await fetch(`${which.service.healthUrl}/metrics`)).text();
    await slice
      .client(UsersServiceDefinition)
      .getAccess({ userId: 'u' })
      .catch(() => undefined);
    expect(await metrics(slice)).toMatch(/grpc_server_call_seconds_count\{.*GetAccess.*code="INTERNAL".*\} 1/);
    expect(await metrics(second)).not.toMatch(/grpc_server_call_seconds_count\{.*GetAccess/);
    await second.close();
    expect((await fetch(`${slice.service.healthUrl}/readyz`)).status).toBe(200);
  });
});

describe('listening', () => {
  // A name that others find it by: a loopback address stays one.
  const named = async (env: Record<string, string>) => ({
    CONVERSATION_GRPC_URL: `conversation:${await freePort()}`,
    ...env,
  });
  const isReached = (url = '') => accepts(otherAddress, Number(/:(\d+)$/.exec(url)?.[1]));

  it.each([
    [{}, false, false],
    [{ HOST: '0.0.0.0' }, true, true],
    [{ HOST: '0.0.0.0', HEALTH_HOST: '127.0.0.1' }, true, false],
  ])('with %j is open to other machines: calls %s, health and measures %s', async (env, calls, health) => {
    slice = await startSlice(sample, { env: await named(env) });
    expect(await isReached(slice.service.grpcUrl)).toBe(calls);
    expect(await isReached(slice.service.healthUrl)).toBe(health);
    await slice.close();
    slice = await startSlice(withHttp, { env });
    expect(await isReached(slice.service.httpUrl)).toBe(calls);
    expect(await isReached(slice.service.healthUrl)).toBe(health);
  });
});

describe('health', () => {
  it('names what is away, and is alive all the same', async () => {
    const database = await freshDatabase(sample);
    const proxy = await tcpProxy(backingUrls().postgres);
    const through = { ...database, appUrl: proxy.urlOf(database.appUrl), workerUrl: proxy.urlOf(database.workerUrl) };
    slice = await startSlice(sample, { database: through });
    const ready = async () => {
      const answer = await fetch(`${slice?.service.healthUrl}/readyz`);
      return { status: answer.status, body: (await answer.json()) as { details: Record<string, { status: string }> } };
    };
    expect(await ready()).toMatchObject({ status: 200, body: { details: { postgres: { status: 'up' } } } });
    await proxy.shut();
    expect(await ready()).toMatchObject({ status: 503, body: { details: { postgres: { status: 'down' } } } });
    expect((await fetch(`${slice.service.healthUrl}/healthz`)).status).toBe(200);
    await proxy.open();
    expect((await ready()).status).toBe(200);
    await slice.close();
    slice = undefined;
    await proxy.close();
    await database.drop();
  });
});

describe.each([
  { way: 'over the wire', isLocal: false },
  { way: 'within the process', isLocal: true },
])('stopping, called $way', ({ isLocal }) => {
  it('lets a call in flight finish, ends watchers, and takes nothing new', async () => {
    slice = await startSlice(sample, { isLocal, env: { DRAIN_SECONDS: '30' } });
    const { service } = slice;
    let finish = () => {};
    script.cancelBroadcast = () => new Promise((resolve) => (finish = () => resolve(3)));
    script.sendMessage = async function* (_request, call) {
      yield { id: 1, event: undefined };
      await new Promise((resolve) => call.draining.addEventListener('abort', resolve));
    };
    const broadcasts = slice.client(BroadcastsServiceDefinition);
    const inFlight = broadcasts.cancelBroadcast({ broadcastId: 'b', aiServices: [] }, { deadlineMs: 60_000 });
    const watcher = broadcasts
      .sendMessage({ message: '', aiServices: [], mode: 'MODE_BROADCAST' as never })
      [Symbol.asyncIterator]();
    await watcher.next();
    const drain = service.app.get(Drain, { strict: false });
    const closing = service.close();
    expect(drain.signal.aborted).toBe(true);
    expect((await fetch(`${service.healthUrl}/readyz`)).status).toBe(503);
    expect(await watcher.next()).toEqual({ value: undefined, done: true });
    const late = grpcClient(BroadcastsServiceDefinition, { url: slice.grpcUrl, signer: testSigner() });
    await expect(late.cancelBroadcast({ broadcastId: 'b', aiServices: [] })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    late.close();
    finish();
    expect(await inFlight).toEqual({ cancelled: 3 });
    await closing;
    await expect(fetch(`${service.healthUrl}/healthz`)).rejects.toThrow();
  });

  it('cuts what does not finish in time', async () => {
    slice = await startSlice(sample, { isLocal, env: { DRAIN_SECONDS: '0.1' } });
    script.cancelBroadcast = () => new Promise(() => {});
    const broadcasts = slice.client(BroadcastsServiceDefinition);
    const call = broadcasts.cancelBroadcast({ broadcastId: 'b', aiServices: [] });
    const outcome = call.catch((error: unknown) => error);
    await until(() => fetch(`${slice?.service.healthUrl}/healthz`).then(({ ok }) => ok));
    await slice.service.close();
    expect(await outcome).toMatchObject({ kind: 'unavailable' });
  });
});

describe('a service with an HTTP server', () => {
  it('finishes what is being answered before it stops', async () => {
    let finish = () => {};
    const called = new Promise<void>((resolve) => {
      onRequest.current = () => {
        resolve();
        return new Promise((answer) => (finish = () => answer('late but whole')));
      };
    });
    slice = await startSlice(withHttp, { env: { DRAIN_SECONDS: '30' } });
    const url = `${slice.service.httpUrl}/slow`;
    const answer = fetch(url).then((response) => response.text());
    await called;
    const closing = slice.service.close();
    await until(() => fetch(url).then(() => false, () => true)); // oxfmt-ignore
    finish();
    expect(await answer).toBe('late but whole');
    await closing;
  });
});

describe('a call from slice to slice', () => {
  it('carries the address of a request on, which is believed of the gateway alone', async () => {
    slice = await startSlice(sample);
    const seen: unknown[] = [];
    script.cancelBroadcast = () => Promise.resolve(Number(seen.push(currentContext()?.address)));
    const from = (address: string, issuer: string) => {
      const client = grpcClient(BroadcastsServiceDefinition, { url: slice!.grpcUrl, signer: testSigner(issuer) });
      const call = () => client.cancelBroadcast({ broadcastId: 'b', aiServices: [] });
      return runInContext(newContext({ address }), call).finally(() => client.close());
    };
    await from('203.0.113.7', 'gateway');
    await from('2001:db8::7', 'gateway');
    await from('203.0.113.7', 'quality');
    await from('not an address', 'gateway');
    expect(seen).toEqual(['203.0.113.7', '2001:db8::7', undefined, undefined]);
  });

  it('carries request id, trace and caller on', async () => {
    const user: User = {
      id: 'u',
      email: '',
      firstName: '',
      lastName: '',
      role: Role.USER,
      isApproved: true,
      isBlocked: false,
      createdAt: new Date(),
    };
    const other = await stubGrpcServer(stub(UsersServiceDefinition, { getAccess: () => Promise.resolve(user) }));
    const onward = grpcClient(UsersServiceDefinition, { url: other.url, signer: testSigner('conversation') });
    script.getAccess = (request) => onward.getAccess(request);
    slice = await startSlice(sample);
    const token = callerToken({ userId: 'ada' });
    const context = newContext({ requestId: 'request-9' });
    const users = slice.client(UsersServiceDefinition);
    await runInContext(context, () => users.getAccess({ userId: 'u' }, { callerToken: token }));
    await users.getAccess({ userId: 'u' });
    const [first, second] = other.calls;
    expect(first).toMatchObject({ method: 'getAccess', request: { userId: 'u' } });
    expect(first?.call).toMatchObject({
      requestId: 'request-9',
      caller: { userId: 'ada', issuer: 'conversation', isPresent: true },
    });
    expect(first?.call.traceparent.split('-')[1]).toBe(context.traceparent.split('-')[1]);
    expect(second?.call.requestId).not.toBe('request-9');
    onward.close();
    await other.close();
  });
});

/** An address of this machine that is not the one servers listen on by default. */
const otherAddress =
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.2';

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
