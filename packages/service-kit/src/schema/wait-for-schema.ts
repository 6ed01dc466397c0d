import pg from 'pg';
import { toDatabaseError } from '../database/database-errors.js';
import type { MigrationClass } from '../database/sql-migration.js';
import { AppError } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { withKitMigrations } from './migrate.js';
import { patiently } from './prepare-schema.js';

/** What {@link waitForSchema} needs. */
export interface ExpectedSchema {
  schema: string;
  /** Connects as `<schema>_worker`. */
  workerUrl: string;
  migrations: readonly MigrationClass[];
}

// The database, the role, the schema, the table or the right to read it is not there.
const missingCodes = new Set(['3D000', '28000', '28P01', '3F000', '42P01', '42501']);

/**
 * Waits until every migration this version knows has run: a server may start before the Job that makes its tables. More may
 * have run, by a newer version. Throws `unavailable` when it takes too long.
 */
export function waitForSchema(expected: ExpectedSchema, logger: Logger): Promise<void> {
  return patiently(() => mustBeThere(expected), logger);
}

async function mustBeThere({ schema, workerUrl, migrations }: ExpectedSchema): Promise<void> {
  const worker = new pg.Client({ connectionString: workerUrl, connectionTimeoutMillis: 5_000 });
  worker.on('error', () => {});
  try {
    await worker.connect();
    const { rows } = await worker.query<{ name: string }>(`SELECT name FROM ${schema}.migrations`);
    const ran = new Set<string | undefined>(rows.map(({ name }) => name));
    const names = withKitMigrations(schema, migrations).map((Migration) => new Migration().name);
    const missing = names.filter((name) => !ran.has(name));
    if (missing.length > 0) throw notReady(schema, `these migrations have not run: ${missing.join(', ')}`);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    throw missingCodes.has(code ?? '') ? notReady(schema, message ?? '', error) : toDatabaseError(error);
  } finally {
    await worker.end().catch(() => undefined);
  }
}

function notReady(schema: string, why: string, cause?: unknown): AppError {
  return new AppError('unavailable', 'schema_missing', `The schema ${schema} is not there yet: ${why}.`, { cause });
}
