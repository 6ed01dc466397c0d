import pg from 'pg';
import { DataSource } from 'typeorm';
import { eraseFunction } from '../erasure/erase-user.js';
import { erasuresTable } from '../erasure/erasures.js';
import { eventTables } from '../events/event-tables.js';
import { toDatabaseError } from './database-errors.js';
import { grantTo, rolesOf } from './row-security.js';
import type { MigrationClass } from './sql-migration.js';

/** What {@link migrate} needs. */
export interface MigrateOptions {
  schema: string;
  /** Connects as `<schema>_owner`. */
  ownerUrl: string;
  migrations: readonly MigrationClass[];
}

/**
 * Brings a schema up to date: the kit's own tables (outbox, inbox) and its way to erase a person, then the slice's migrations. Replicas that start
 * together wait for one another on an advisory lock. Returns the names of what ran.
 */
export async function migrate({ schema, ownerUrl, migrations }: MigrateOptions): Promise<string[]> {
  const lock = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  // It only waits while migrations run: lost meanwhile, its next statement tells. Unheard, it would end the process.
  lock.on('error', () => {});
  const source = new DataSource({
    type: 'postgres',
    // Named, so that a bundle holds it: TypeORM would look for the package while it runs.
    driver: pg,
    url: ownerUrl,
    schema,
    migrations: [eventTables(schema), eraseFunction(schema), erasuresTable(schema), ...migrations],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    installExtensions: false,
    poolSize: 1,
    extra: { options: `-c search_path=${schema}` },
  });
  try {
    await lock.connect();
    await lock.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`polylogue migrate ${schema}`]);
    await lock.query(defaultGrants(schema));
    await source.initialize();
    const ran = await source.runMigrations();
    // The record of what ran is the owner's alone.
    await lock.query(grantTo(`${schema}.migrations`, 'app', []));
    return ran.map(({ name }) => name);
  } catch (error) {
    throw toDatabaseError(error);
  } finally {
    if (source.isInitialized) await source.destroy();
    await lock.end().catch(() => undefined);
  }
}

/** The application role gets every table the owner makes from now on; the worker role only what a migration grants. */
function defaultGrants(schema: string): string {
  const { app, worker } = rolesOf(schema);
  return `
ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${app}, ${worker};
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT EXECUTE ON FUNCTIONS TO ${app}, ${worker};`;
}
