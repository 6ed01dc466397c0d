import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { eraseFunction, eraseSomeFunction } from '../erasure/erase-user.js';
import { erasuresTable, ownedEvents } from '../erasure/erasures.js';
import { eventTables, leanOutbox, roomyOutbox, streamOfOutbox } from '../events/event-tables.js';
import { isLockTimeout, toDatabaseError } from '../database/database-errors.js';
import { grantTo, rolesOf } from '../database/row-security.js';
import { sqlMigration, type MigrationClass } from '../database/sql-migration.js';

/** What {@link migrate} needs. */
export interface MigrateOptions {
  schema: string;
  /** Connects as `<schema>_owner`. */
  ownerUrl: string;
  migrations: readonly MigrationClass[];
}

/**
 * Brings a schema up to date: the kit's own tables (outbox, inbox) and its way to erase a user, then the slice's migrations. Replicas that start
 * together wait for one another on an advisory lock. Returns the names of what ran.
 */
export async function migrate({ schema, ownerUrl, migrations }: MigrateOptions): Promise<string[]> {
  const all = withKitMigrations(schema, migrations);
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  // This connection is idle while migrations run. If it is lost, its next statement fails; an unhandled error event would end the process.
  owner.on('error', () => {});
  try {
    await owner.connect();
    await owner.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`polylogue migrate ${schema}`]);
    if (await haveRun(all, owner, schema)) return [];
    await owner.query(defaultGrants(schema));
    const ran = await runPatiently(all, ownerUrl, schema);
    // Nothing is done for a user with the record of what ran.
    await owner.query(grantTo(`${schema}.migrations`, 'app', []));
    return ran;
  } catch (error) {
    throw toDatabaseError(error);
  } finally {
    await owner.end().catch(() => undefined);
  }
}

/** The migrations of a slice after those of the kit's own tables. */
export function withKitMigrations(schema: string, migrations: readonly MigrationClass[]): MigrationClass[] {
  const kit = [
    eventTables,
    eraseFunction,
    erasuresTable,
    eraseSomeFunction,
    ownedEvents,
    readableMigrations,
    roomyOutbox,
    leanOutbox,
    streamOfOutbox,
  ];
  return [...kit.map((make) => make(schema)), ...migrations];
}

/** The worker role reads which migrations have run: a server waits for its own before it starts. */
const readableMigrations = (schema: string) =>
  sqlMigration('0000-readable-migrations', grantTo(`${schema}.migrations`, 'worker', ['SELECT']));

/** True at nearly every start: no second connection is opened and nothing is written. */
async function haveRun(migrations: readonly MigrationClass[], owner: pg.Client, schema: string): Promise<boolean> {
  const table = `${schema}.migrations`;
  // NULL without the table; false when a start ended between the last migration and the end of its work.
  const isDone = `SELECT NOT has_table_privilege($1, to_regclass($2), 'SELECT') AS "isDone"`;
  const { rows: states } = await owner.query<{ isDone: boolean | null }>(isDone, [rolesOf(schema).app, table]);
  if (!states[0]?.isDone) return false;
  return (await missingMigrations(owner, schema, migrations)).length === 0;
}

/** The names of those that the record of what ran does not have. */
export async function missingMigrations(
  client: pg.Client,
  schema: string,
  migrations: readonly MigrationClass[],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.migrations`);
  const ran = new Set(rows.map(({ name }) => name));
  return migrations.map((Migration) => new Migration().name ?? '').filter((name) => !ran.has(name));
}

const pauseMs = 500;
const patienceMs = 5 * 60_000;

/** A migration that could not lock its table in time is tried again; those before it are done. */
async function runPatiently(...args: Parameters<typeof run>): Promise<string[]> {
  for (const end = performance.now() + patienceMs; ; await sleep(pauseMs)) {
    try {
      return await run(...args);
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > end) throw error;
    }
  }
}

async function run(migrations: MigrationClass[], ownerUrl: string, schema: string): Promise<string[]> {
  const source = new DataSource({
    type: 'postgres',
    // Named, so that a bundle holds it: TypeORM would look for the package while it runs.
    driver: pg,
    url: ownerUrl,
    schema,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    installExtensions: false,
    poolSize: 1,
    extra: { options: `-c search_path=${schema}` },
  });
  try {
    await source.initialize();
    return (await source.runMigrations()).map(({ name }) => name);
  } finally {
    if (source.isInitialized) await source.destroy();
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
