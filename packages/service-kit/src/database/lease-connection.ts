import pg from 'pg';
import type { Logger } from '../logging/logger.js';
import { toDatabaseError } from './database-errors.js';

interface LeaseConnectionOptions {
  schema: string;
  workerUrl: string;
  logger: Logger;
}

const connectMs = 5_000;
const statementMs = 5_000;

/**
 * One connection of the worker role that is used for leases only: on a busy machine a heartbeat would
 * else wait for a connection behind the very work whose lease it extends. It opens with the first statement.
 */
export class LeaseConnection {
  readonly #options: LeaseConnectionOptions;
  #pool: pg.Pool | undefined;
  #isClosed = false;

  constructor(options: LeaseConnectionOptions) {
    this.#options = options;
  }

  /** One statement, a transaction of its own. It must not wait for row locks: those that follow would wait too. */
  async query<R>(sql: string, values: readonly unknown[]): Promise<R[]> {
    // A heartbeat that comes late must not open it again: it would keep the process alive.
    if (this.#isClosed) throw toDatabaseError(new Error('The connection for leases: client was closed'));
    try {
      const { rows } = await (this.#pool ??= this.#open()).query(sql, [...values]);
      return rows as R[];
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.end();
  }

  #open(): pg.Pool {
    const { schema, workerUrl, logger } = this.#options;
    const pool = new pg.Pool({
      connectionString: workerUrl,
      application_name: `polylogue ${schema} leases`,
      max: 1,
      idleTimeoutMillis: 600_000,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      query_timeout: statementMs + 1_000,
      keepAlive: true,
      options: `-c search_path=${schema}`,
    });
    pool.on('error', (error) => logger.warn({ err: error }, 'the connection for leases was lost'));
    return pool;
  }
}
