import type { Database, Prepared, Transaction } from './database.js';

interface Client {
  query(query: Prepared & { values: readonly unknown[] }): Promise<{ rows: unknown[] }>;
}

/** Runs a prepared statement inside an open transaction. */
export async function runPrepared<R>(tx: Transaction, prepared: Prepared, values: readonly unknown[]): Promise<R[]> {
  const client = (await tx.queryRunner?.connect()) as Client;
  return (await client.query({ ...prepared, values })).rows as R[];
}

/** Runs a prepared statement of the worker role as a transaction of its own, in one round trip. */
export async function runPreparedAsWorker<R>(
  database: Database,
  prepared: Prepared,
  values: readonly unknown[],
): Promise<R[]> {
  const runner = database.worker.createQueryRunner();
  try {
    const client = (await runner.connect()) as Client;
    return (await client.query({ ...prepared, values })).rows as R[];
  } finally {
    await runner.release();
  }
}
