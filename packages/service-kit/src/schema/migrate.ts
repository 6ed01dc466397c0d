import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { eraseFunction, eraseSomeFunction } from '../erasure/erase-user.js';
import { erasuresTable, ownedEvents } from '../erasure/erasures.js';
import { eventTables, leanOutbox, roomyOutbox, streamOfOutbox } from '../events/event-tables.js';
import { isLockTimeout, isNotProvided, toDatabaseError } from '../database/database-errors.js';
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
    if (await haveRun(all, rowsOf(owner), schema)) return [];
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

/** Runs a statement and answers its rows, on whichever connection. */
export type Ask = (sql: string, values?: unknown[]) => Promise<unknown>;

/**
 * Whether a schema is up to date, as its worker role sees it: so at nearly every start, and then its owner need not connect.
 * False where the role may not look, as there is no schema yet.
 */
export async function isUpToDate(worker: Ask, schema: string, migrations: readonly MigrationClass[]): Promise<boolean> {
  try {
    return await haveRun(withKitMigrations(schema, migrations), worker, schema);
  } catch (error) {
    if (isNotProvided(error)) return false;
    throw toDatabaseError(error);
  }
}

async function haveRun(migrations: readonly MigrationClass[], ask: Ask, schema: string): Promise<boolean> {
  const table = `${schema}.migrations`;
  // NULL without the table; false when a start ended between the last migration and the end of its work.
  const isDone = `SELECT NOT has_table_privilege($1, to_regclass($2), 'SELECT') AS "isDone"`;
  const states = (await ask(isDone, [rolesOf(schema).app, table])) as { isDone: boolean | null }[];
  if (!states[0]?.isDone) return false;
  return (await missingMigrations(ask, schema, migrations)).length === 0;
}

/** The names of those that the record of what ran does not have. */
export async function missingMigrations(
  ask: Ask,
  schema: string,
  migrations: readonly MigrationClass[],
): Promise<string[]> {
  const rows = (await ask(`SELECT name FROM ${schema}.migrations`)) as { name: string }[];
  const ran = new Set(rows.map(({ name }) => name));
  return migrations.map((Migration) => new Migration().name ?? '').filter((name) => !ran.has(name));
}

/** What a client answers without what stands around it. */
export const rowsOf =
  (client: pg.Client): Ask =>
  async (sql, values) =>
    (await client.query(sql, values)).rows;

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
