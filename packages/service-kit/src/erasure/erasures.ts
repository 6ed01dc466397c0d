import type { Database, Transaction } from '../database/database.js';
import { grantTo } from '../database/row-security.js';
import { onlineMigration, sqlMigration, type MigrationClass } from '../database/sql-migration.js';
import { PeriodicTask } from '../timing/periodic-task.js';
import type { Logger } from '../logging/logger.js';

const lookEveryMs = 5_000;
const sweptFor = '24 hours';

/**
 * Who was erased within the last day. A reply under way, a judge at work or a late event may write once more after the
 * erasure; users who stand here are swept again and again, ever less often, and then forgotten as well.
 */
export function erasuresTable(schema: string): MigrationClass {
  const table = `${schema}.erasures`;
  return sqlMigration(
    '0000-erasures',
    // Not user_id: what has that column is what erase_user() empties.
    `CREATE TABLE ${table} (
  person uuid PRIMARY KEY,
  erased_at timestamptz NOT NULL DEFAULT now(),
  sweep_at timestamptz NOT NULL DEFAULT now() + interval '5 seconds'
)`,
    grantTo(table, 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    grantTo(table, 'app', []),
  );
}

/** Outbox rows and dead letters are found by whom they are about, as `payload` names them. */
export function ownedEvents(schema: string): MigrationClass {
  const index = (table: string, where = '') => {
    const name = `${table}_by_owner`;
    return [
      // CREATE INDEX CONCURRENTLY leaves an invalid index behind when it is broken off.
      `DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`,
      `CREATE INDEX CONCURRENTLY ${name} ON ${schema}.${table} (${ownerSql})${where}`,
    ];
  };
  return onlineMigration(
    '0000-owned-events',
    ...index('outbox', ' WHERE sent_at IS NOT NULL'),
    ...index('dead_letters'),
  );
}

const ownerSql = `coalesce(payload->>'userId', payload->>'actorId')`;
const rowsPerBatch = 2_000;

/**
 * Removes some of what names a user: from the tables of the schema, then events that were sent and dead letters. Answers
 * whether there may be more. A user may have millions of rows, and no other user's statement waits for them.
 */
async function eraseSome(tx: Transaction, schema: string, userId: string): Promise<boolean> {
  const tables = [
    // Kept for as long as events are: a late event must not bring a user back.
    {
      name: 'outbox',
      which: `sent_at IS NOT NULL AND subject NOT IN ('admin.user_erased.v1', 'admin.user_access_changed.v1')`,
    },
    { name: 'dead_letters', which: `subject <> 'admin.user_erased.v1'` },
  ];
  const [row] = await tx.query<{ removed: number }[]>(`SELECT ${schema}.erase_some($1, $2) AS removed`, [
    userId,
    rowsPerBatch,
  ]);
  let remaining = rowsPerBatch - row!.removed;
  for (const { name, which } of tables) {
    if (remaining === 0) break;
    const table = `${schema}.${name}`;
    const [, removed] = await tx.query<[unknown, number]>(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${ownerSql} = $1 AND ${which} LIMIT $2))`,
      [userId, remaining],
    );
    remaining -= removed;
  }
  return remaining === 0;
}

/** Notes that a user was erased: what names them is removed from now on. */
export async function noteErasure(tx: Transaction, schema: string, userId: string): Promise<void> {
  await tx.query(
    `INSERT INTO ${schema}.erasures (person, sweep_at) VALUES ($1, now()) ON CONFLICT (person) DO UPDATE SET sweep_at = now()`,
    [userId],
  );
}

/** Removes what names those who were erased, a batch at a time, and again what was written afterwards; replicas share the work. */
export class ErasureSweeper {
  readonly #sweeping: PeriodicTask;

  constructor(
    private readonly database: Database,
    logger: Logger,
  ) {
    this.#sweeping = new PeriodicTask({
      work: () => this.sweep(),
      everyMs: lookEveryMs,
      onError: (error) =>
        logger.warn({ err: error }, 'removing the rows of an erased user failed; tried again shortly'),
    });
  }

  start(): void {
    this.#sweeping.start('soon');
  }

  /** Begins at once. */
  nudge(): void {
    this.#sweeping.nudge();
  }

  stop(): Promise<void> {
    return this.#sweeping.stop();
  }

  /** Answers whether there may be more to do at once. */
  async sweep(): Promise<boolean> {
    const { schema } = this.database;
    const due = `SELECT person FROM ${schema}.erasures WHERE sweep_at <= now()`;
    // Almost always no user is: no transaction for that.
    if (((await this.database.worker.query(`${due} LIMIT 1`)) as unknown[]).length === 0) return false;
    return this.database.asWorker(async (tx) => {
      const [found] = await tx.query<{ person: string }[]>(`${due} ORDER BY sweep_at LIMIT 1 FOR UPDATE SKIP LOCKED`);
      if (!found) return false;
      if (await eraseSome(tx, schema, found.person)) return true;
      await tx.query(
        `DELETE FROM ${schema}.erasures WHERE person = $1 AND erased_at < now() - interval '${sweptFor}'`,
        [found.person],
      );
      await tx.query(
        `UPDATE ${schema}.erasures SET sweep_at = now() + greatest(now() - erased_at, interval '5 seconds') WHERE person = $1`,
        [found.person],
      );
      return true;
    });
  }
}
