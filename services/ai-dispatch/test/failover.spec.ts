import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { aUser, callerToken, redisWithSentinels, until, type RedisWithSentinels } from '@polylogue/test-kit';
import { countEnds, startReplicas, type Replicas } from './replicas.js';
import { everyPart } from './running.js';
import { startVendorServer, type VendorServer } from './vendor-server.js';

const limit = 5;
let vendor: VendorServer;
let redis: RedisWithSentinels;
let replicas: Replicas | undefined;

beforeAll(async () => {
  vendor = await startVendorServer();
  redis = await redisWithSentinels();
});
afterEach(() => replicas?.close());
afterAll(async () => {
  await redis.close();
  await vendor.close();
});

it('goes on counting for all replicas together once sentinels have made another Redis the master', async () => {
  const env = { AI_DISPATCH_USER_CALLS_PER_MINUTE: String(limit), REDIS_URL: redis.url };
  const running = (replicas = await startReplicas(2, everyPart(vendor.url), env));
  const dispatchAll = () =>
    running.dispatchMany(4 * limit, 'openai-hello', { token: callerToken(aUser(), 'scheduler') });
  // Before the first call: a process that is not connected counts alone.
  expect(redis.connectionsTo(redis.master)).toBe(2);
  const together = { completed: limit, user_limit: 3 * limit };
  expect(countEnds(await dispatchAll())).toEqual(together);

  await redis.handOver();
  await redis.becomesMaster(redis.replica);
  await redis.becomesReplica(redis.master);
  await until(() => redis.connectionsTo(redis.master) > 0, { what: 'a connection to the old master' });
  // The address leads to a server that accepts nothing: each process counts for itself, and no call is kept waiting.
  expect(countEnds(await dispatchAll()).completed).toBe(2 * limit);

  redis.leadTo(redis.replica);
  await until(() => redis.connectionsTo(redis.master) === 0 && redis.connectionsTo(redis.replica) === 2, {
    what: 'connections to the new master',
  });
  await until(async () => countEnds(await dispatchAll()).completed === limit, { what: 'counting together' });
});
