import { poolOf, withClient } from './connection.js';
import { clientOf, plansOnce, type Database, type Transaction } from './database.js';
import { queryPrepared, type Prepared } from './query-prepared.js';

/** Runs a prepared statement inside an open transaction; throws when it has ended. */
export async function runPrepared<R>(tx: Transaction, statement: Prepared, values: readonly unknown[]): Promise<R[]> {
  return (await queryPrepared(await clientOf(tx), statement, values)).rows as R[];
}

/** Runs a prepared statement of the worker role as a transaction of its own, in one round trip. */
export async function runPreparedAsWorker<R>(
  database: Database,
  statement: Prepared,
  values: readonly unknown[],
): Promise<R[]> {
  return withClient(poolOf(database.worker), async (client) => {
    return (await queryPrepared(client, statement, values)).rows as R[];
  });
}

/**
 * Statements that are put together from parts, for those that take longer to plan than to run: each text is planned once per
 * connection, for any values. Postgres would go on planning them each time, because a plan for the values at hand seems
 * cheaper to it by less than it takes to make one. A connection keeps what it has planned, so there are `max` at most;
 * further texts are planned each time.
 */
export class PreparedTexts {
  readonly #names = new Map<string, string>();

  /** `prefix`: once per schema and role. */
  constructor(
    private readonly prefix: string,
    private readonly max: number,
  ) {}

  /** Runs one inside an open transaction; throws when it has ended. */
  async run<R>(tx: Transaction, text: string, values: readonly unknown[]): Promise<R[]> {
    const name = this.#nameOf(text);
    if (name === undefined) return tx.query<R[]>(text, [...values]);
    const client = await clientOf(tx);
    const query = () => queryPrepared(client, { name, text }, values);
    if (plansOnce(tx)) return (await query()).rows as R[];
    // Sent together, in this order: it holds for this statement and for no later one. After a failure it ends with the
    // transaction.
    const [, { rows }] = await Promise.all([
      client.query('SET LOCAL plan_cache_mode = force_generic_plan'),
      query(),
      client.query('SET LOCAL plan_cache_mode TO DEFAULT'),
    ]);
    return rows as R[];
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= this.max) return known;
    const name = `${this.prefix}-${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
