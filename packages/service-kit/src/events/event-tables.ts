import { grantTo } from '../database/row-security.js';
import { onlineMigration, sqlMigration, type MigrationClass } from '../database/sql-migration.js';

/** The tables behind events, in every schema: what is to be published, what was consumed, what could not be handled. */
export function eventTables(schema: string): MigrationClass {
  return sqlMigration(
    '0000-events',
    `
CREATE TABLE ${schema}.outbox (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  subject text NOT NULL,
  aggregate_id text,
  payload jsonb NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  sends integer NOT NULL DEFAULT 0,
  stream_created text,
  stream_sequence bigint
);
CREATE INDEX outbox_unsent ON ${schema}.outbox (position) WHERE sent_at IS NULL;
CREATE INDEX outbox_sent ON ${schema}.outbox (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX outbox_sequence ON ${schema}.outbox (stream_sequence) WHERE sent_at IS NOT NULL;
CREATE TABLE ${schema}.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_handled ON ${schema}.inbox (handled_at);
CREATE TABLE ${schema}.dead_letters (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  headers jsonb NOT NULL,
  attempts integer NOT NULL,
  error text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id)
);`,
    grantTo(`${schema}.outbox`, 'app', ['INSERT']),
    grantTo(`${schema}.outbox`, 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    grantTo(`${schema}.inbox`, 'worker', ['SELECT', 'INSERT', 'DELETE']),
    grantTo(`${schema}.inbox`, 'app', ['SELECT', 'INSERT']),
    grantTo(`${schema}.dead_letters`, 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    grantTo(`${schema}.dead_letters`, 'app', []),
  );
}

/**
 * Every row of an outbox is written twice, when it is committed and when it was sent. With room for it the second version stands on
 * the page of the first, and the log holds what was marked and not the payload once more. It also writes to every index of the table:
 * nothing looks for a row by the id of its event, which is drawn once and stands in no second row.
 */
export function roomyOutbox(schema: string): MigrationClass {
  return sqlMigration(
    '0000-roomy-outbox',
    `ALTER TABLE ${schema}.outbox SET (fillfactor = 50), DROP CONSTRAINT outbox_id_key;`,
  );
}

/** What is old is found by its position. */
export function leanOutbox(schema: string): MigrationClass {
  return onlineMigration('0000-lean-outbox', `DROP INDEX CONCURRENTLY IF EXISTS ${schema}.outbox_sent`);
}

/** What a stream took is found by its stream, in the order it was taken; also among millions of others. */
export function streamOfOutbox(schema: string): MigrationClass {
  return onlineMigration(
    '0000-stream-of-outbox',
    `DROP INDEX CONCURRENTLY IF EXISTS ${schema}.outbox_stream`,
    `CREATE INDEX CONCURRENTLY outbox_stream ON ${schema}.outbox (stream_created, stream_sequence) WHERE sent_at IS NOT NULL`,
    `DROP INDEX CONCURRENTLY IF EXISTS ${schema}.outbox_sequence`,
  );
}
