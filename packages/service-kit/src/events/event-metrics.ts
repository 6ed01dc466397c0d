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
  const count = async (what: string) => {
    const rows = (await database.worker.query(`SELECT count(*)::int AS n ${what}`)) as { n: number }[];
    return rows[0]?.n ?? 0;
  };
  const gauge = (name: string, help: string, what: string) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A database that is away must not take the other measures with it.
        this.set(await count(what).catch(() => Number.NaN));
      },
    });
  gauge(
    'events_outbox_waiting',
    'Events committed but not yet sent',
    `FROM ${database.schema}.outbox WHERE sent_at IS NULL`,
  );
  gauge('events_dead_letters', 'Events given up on, waiting for a replay', `FROM ${database.schema}.dead_letters`);
  return {
    countEvent: (consumer: string, outcome: string) => events.inc({ consumer, outcome }),
  };
}
