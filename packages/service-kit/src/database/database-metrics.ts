import { Gauge, type Registry } from 'prom-client';
import { poolOf } from './connection.js';
import type { Database } from './database.js';

/** The connections of a slice's two roles. Requests that wait for one show that the pool or the database is too small. */
export function databaseMetrics(registry: Registry, database: Database): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections by role and state; `waiting` are transactions that wait for one',
    labelNames: ['role', 'state'],
    registers: [registry],
    collect() {
      for (const role of ['app', 'worker'] as const) {
        if (!database[role].isInitialized) continue;
        const pool = poolOf(database[role]);
        this.set({ role, state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ role, state: 'idle' }, pool.idleCount);
        // Checking out an idle connection takes a moment too, and a scrape in that moment must not count it as waiting.
        this.set({ role, state: 'waiting' }, Math.max(0, pool.waitingCount - pool.idleCount));
      }
    },
  });
}
