import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration class as TypeORM takes it. */
export type MigrationClass = new () => MigrationInterface;

/**
 * How long a change of a table waits for the transactions that use it. Later ones queue behind it: it gives up and
 * `migrate` tries again, so that one long read does not hold up all others.
 */
const lockTimeout = '500ms';

/**
 * A migration of plain SQL. `name` is its file name, `0001-saved-queries`; the number orders it. Append only: what has
 * run anywhere never changes, and there is no way down but a further migration.
 */
export function sqlMigration(name: string, ...statements: string[]): MigrationClass {
  return migrationOf(name, true, statements);
}

/**
 * The same outside of a transaction, for `CREATE INDEX CONCURRENTLY`: other transactions on the tables do not wait.
 * Interrupted, it runs again from its first statement, so each must be idempotent.
 */
export function onlineMigration(name: string, ...statements: string[]): MigrationClass {
  return migrationOf(name, false, statements);
}

function migrationOf(name: string, inTransaction: boolean, statements: readonly string[]): MigrationClass {
  const match = /^(\d{4})-([a-z0-9-]+)$/.exec(name);
  if (!match) throw new Error(`A migration is named like 0001-saved-queries, not "${name}".`);
  // TypeORM orders by the thirteen digits at the end.
  const typeormName = `${match[2]}170000000${match[1]}`;
  return class implements MigrationInterface {
    readonly name = typeormName;
    readonly transaction = inTransaction;
    async up(runner: QueryRunner): Promise<void> {
      if (inTransaction) await runner.query(`SET LOCAL lock_timeout = '${lockTimeout}'`);
      for (const statement of statements) await runner.query(statement);
    }
    down(): Promise<void> {
      return Promise.reject(new Error(`${name} cannot be undone; write a further migration.`));
    }
  };
}
