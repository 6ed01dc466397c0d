import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.js';

/** The measures of outbox and consumers. */
export function eventMetrics(registry: Registry, database: Database) {
  const events = new Counter({
    name: 'events_consumed_total',
    help: 'Deliveries by consumer and outcome (handled, repeated, failed, dead)',
    labelNames: ['consumer', 'outcome'],
    registers: [registry],
  });
  const read = async (what: string) => {
    const rows = (await database.worker.query(`SELECT ${what}`)) as { n: number }[];
    return rows[0]?.n ?? 0;
  };
  const gauge = (name: string, help: string, what: string) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A database that is away must not take the other measures with it.
        this.set(await read(what).catch(() => Number.NaN));
      },
    });
  gauge(
    'events_outbox_waiting',
    'Events committed but not yet sent',
    `count(*)::int AS n FROM ${database.schema}.outbox WHERE sent_at IS NULL`,
  );
  gauge(
    'events_outbox_age_seconds',
    'Age of the oldest event that is not yet sent',
    `coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS n
     FROM ${database.schema}.outbox WHERE sent_at IS NULL`,
  );
  gauge(
    'events_dead_letters',
    'Events and jobs given up on, waiting for a replay',
    `count(*)::int AS n FROM ${database.schema}.dead_letters`,
  );
  return {
    countEvent: (consumer: string, outcome: string) => events.inc({ consumer, outcome }),
  };
}
