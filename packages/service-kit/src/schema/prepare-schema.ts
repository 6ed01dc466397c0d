import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseConfig } from '../config/base-config.js';
import { isUpToDate, migrate, type Ask } from './migrate.js';
import type { MigrationClass } from '../database/sql-migration.js';
import { AppError } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';

/** The slice a schema belongs to. */
export interface SchemaOwner {
  name: string;
  migrations?: readonly MigrationClass[];
}

/** The Postgres schema of a slice: `ai_dispatch` of `ai-dispatch`. */
export function schemaOf(name: string): string {
  return name.replaceAll('-', '_');
}

/** Brings the schema of a slice up to date. `worker` looks first whether it is, on a connection that is open anyway. */
export async function prepareSchema(owner: SchemaOwner, base: BaseConfig, logger: Logger, worker?: Ask): Promise<void> {
  const ownerUrl = base.OWNER_DATABASE_URL;
  if (!ownerUrl) {
    const sentence = `Set the owner's database URL of ${owner.name}, or MIGRATE_AT_START=false.`;
    throw new AppError('internal', 'owner_url_missing', sentence);
  }
  const schema = schemaOf(owner.name);
  const { migrations = [] } = owner;
  if (worker && (await patiently(() => isUpToDate(worker, schema, migrations), logger))) return;
  const ran = await patiently(() => migrate({ schema, ownerUrl, migrations }), logger);
  if (ran.length > 0) logger.info({ migrations: ran }, 'the schema is up to date');
}

/** Runs the migrations and ends the process; `main.js migrate`. */
export async function prepareSchemaOnly(owner: SchemaOwner, base: BaseConfig, logger: Logger): Promise<never> {
  try {
    await prepareSchema(owner, base, logger);
  } catch (error) {
    logger.fatal({ err: error }, 'the schema could not be brought up to date');
    process.exit(1);
  }
  process.exit(0);
}

// Below the two minutes for which an orchestrator lets a server start.
const patienceMs = 100_000;

/** Postgres may start later than its services do, and the Job that makes their tables later still. */
export async function patiently<T>(work: () => Promise<T>, logger: Logger): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!AppError.is(error) || error.kind !== 'unavailable' || performance.now() > until) throw error;
      logger.warn({ err: error }, 'waiting for the database');
      await sleep(500);
    }
  }
}
