import type { Database, Transaction } from '../database/database.js';
import { grantTo } from '../database/row-security.js';
import { sqlMigration, type MigrationClass } from '../database/sql-migration.js';
import { Pacer } from '../events/pacer.js';
import type { Logger } from '../logging/logger.js';

const lookEveryMs = 5_000;
const sweptFor = '24 hours';

/**
 * Who was erased within the last day. A reply under way, a judge at work or a late fact may write once more after the
 * erasure; whoever stands here is swept again and again, ever less often, and then forgotten as well.
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

/** Removes a person from every table of the schema, and the facts about them that were sent. */
export async function erasePerson(tx: Transaction, schema: string, userId: string): Promise<void> {
  await tx.query(`SELECT ${schema}.erase_user($1)`, [userId]);
  // That somebody was erased is told as long as facts are kept.
  await tx.query(
    `DELETE FROM ${schema}.outbox WHERE sent_at IS NOT NULL AND strpos(payload::text, $1) > 0
       AND subject NOT IN ('admin.user_erased.v1', 'admin.user_access_changed.v1')`,
    [userId],
  );
  await tx.query(
    `DELETE FROM ${schema}.dead_letters WHERE strpos(payload::text, $1) > 0 AND subject <> 'admin.user_erased.v1'`,
    [userId],
  );
}

/** Notes that a person is to be swept again. */
export async function noteErasure(tx: Transaction, schema: string, userId: string): Promise<void> {
  await tx.query(`INSERT INTO ${schema}.erasures (person) VALUES ($1) ON CONFLICT DO NOTHING`, [userId]);
}

/** Sweeps after those who were erased, one at a time; replicas share the work. */
export class ErasureSweeper {
  readonly #pacer: Pacer;

  constructor(
    private readonly database: Database,
    logger: Logger,
  ) {
    this.#pacer = new Pacer({
      work: () => this.sweep(),
      idleMs: lookEveryMs,
      onError: (error) => logger.warn({ err: error }, 'what was written after an erasure could not be removed'),
    });
  }

  start(): void {
    this.#pacer.start();
  }

  stop(): Promise<void> {
    return this.#pacer.stop();
  }

  /** True when somebody was due. */
  async sweep(): Promise<boolean> {
    const { schema } = this.database;
    const due = `SELECT person FROM ${schema}.erasures WHERE sweep_at <= now()`;
    // Almost always nobody is: no transaction for that.
    if (((await this.database.worker.query(`${due} LIMIT 1`)) as unknown[]).length === 0) return false;
    return this.database.asWorker(async (tx) => {
      const [found] = await tx.query<{ person: string }[]>(`${due} ORDER BY sweep_at LIMIT 1 FOR UPDATE SKIP LOCKED`);
      if (!found) return false;
      await erasePerson(tx, schema, found.person);
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
