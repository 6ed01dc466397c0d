import { expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { databaseMetrics } from './database-metrics.js';
import type { Database } from './database.js';

const pool = (totalCount: number, idleCount: number, waitingCount: number) => ({
  isInitialized: true,
  driver: { master: { totalCount, idleCount, waitingCount } },
});

it('counts calls that wait for a connection, and not one that is about to be given an idle one', async () => {
  const registry = new Registry();
  databaseMetrics(registry, { app: pool(10, 0, 4), worker: pool(5, 3, 3) } as unknown as Database);
  const [measure] = await registry.getMetricsAsJSON();
  const measured = measure!.values.map(({ labels, value }) => [labels['role'], labels['state'], value]);
  expect(measured).toEqual([
    ['app', 'busy', 10],
    ['app', 'idle', 0],
    ['app', 'waiting', 4],
    ['worker', 'busy', 2],
    ['worker', 'idle', 3],
    ['worker', 'waiting', 0],
  ]);
});
