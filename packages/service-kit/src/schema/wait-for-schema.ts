import pg from 'pg';
import type { BaseConfig } from '../config/base-config.js';
import { isNotProvided, toDatabaseError } from '../database/database-errors.js';
import { AppError } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { missingMigrations, rowsOf, withKitMigrations } from './migrate.js';
import { patiently, schemaOf, type SchemaOwner } from './prepare-schema.js';

/**
 * Waits until every migration this version knows has run: a server may start before the Job that makes its tables. More may
 * have run, by a newer version. Throws `unavailable` when it takes too long.
 */
export function waitForSchema(owner: SchemaOwner, base: BaseConfig, logger: Logger): Promise<void> {
  return patiently(() => mustBeThere(owner, base.WORKER_DATABASE_URL), logger);
}

async function mustBeThere({ name, migrations = [] }: SchemaOwner, workerUrl: string): Promise<void> {
  const schema = schemaOf(name);
  const worker = new pg.Client({ connectionString: workerUrl, connectionTimeoutMillis: 5_000 });
  worker.on('error', () => {});
  try {
    await worker.connect();
    const missing = await missingMigrations(rowsOf(worker), schema, withKitMigrations(schema, migrations));
    if (missing.length > 0) throw notReady(schema, `these migrations have not run: ${missing.join(', ')}`);
  } catch (error) {
    throw isNotProvided(error) ? notReady(schema, (error as Error).message, error) : toDatabaseError(error);
  } finally {
    await worker.end().catch(() => undefined);
  }
}

function notReady(schema: string, why: string, cause?: unknown): AppError {
  return new AppError('unavailable', 'schema_missing', `The schema ${schema} is not there yet: ${why}.`, { cause });
}
