import type { Database } from '../database/database.js';

/** A table whose rows are worked on by one process at a time: it has the columns `owner` and `lease_until`. */
export interface LeaseTable {
  table: string;
  /** The name and the SQL type of its primary key; a bigint is answered as a number. */
  id: string;
  idType: 'uuid' | 'bigint';
  /** SQL: whether a row's work is under way. */
  isRunning: string;
  /** SQL: whether a row's user wants its work to end; false when absent. */
  isCancelled?: string;
  /** SQL: what else is set when a row is released, such as `handovers = handovers + 1`. */
  onRelease?: string;
}

/** What the store says of runs that may not go on. */
export interface EndedLeases<Id> {
  /** No longer this owner's, or gone. */
  lost: Id[];
  /** Still this owner's, and unwanted by their user. */
  cancelled: Id[];
}

/**
 * Extends, checks and releases the leases of one owner, on the connection that is there for nothing else. How a row is
 * claimed is the question of each table; every write of a run stands under its owner or fence.
 */
export class LeaseStore<Id extends string | number> {
  readonly #extend: string;
  readonly #check: string;
  readonly #release: string;

  constructor(
    private readonly database: Pick<Database, 'leases'>,
    private readonly owner: string,
    { table, id, idType, isRunning, isCancelled = 'false', onRelease }: LeaseTable,
  ) {
    const answered = (column: string) => (idType === 'bigint' ? `${column}::float8` : column);
    // A row that is locked is being ended or taken over: the next heartbeat sees what came of it, and no lease waits for
    // the lock of another.
    this.#extend = `
      WITH own AS (
        SELECT ${id} FROM ${table} WHERE ${id} = ANY($1::${idType}[]) AND owner = $2 AND ${isRunning}
        FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE ${table} t SET lease_until = now() + $3 * interval '1 millisecond'
      FROM own WHERE t.${id} = own.${id} RETURNING ${answered(`t.${id}`)} AS id`;
    this.#check = `
      WITH own AS (
        SELECT ${id} AS id, ${isCancelled} AS is_cancelled FROM ${table}
        WHERE ${id} = ANY($1::${idType}[]) AND owner = $2 AND ${isRunning})
      SELECT ${answered('asked.id')} AS id, own.id IS NOT NULL AS "isCancelled"
      FROM unnest($1::${idType}[]) AS asked (id) LEFT JOIN own USING (id)
      WHERE own.id IS NULL OR own.is_cancelled`;
    this.#release = `
      WITH released AS (
        UPDATE ${table} SET lease_until = now() - interval '1 millisecond'${onRelease ? `, ${onRelease}` : ''}
        WHERE ${id} = ANY($1::${idType}[]) AND owner = $2 AND ${isRunning} RETURNING 1)
      SELECT count(*) FROM released`;
  }

  /** Extends leases to `leaseMs` from now; answers which. The others are lost, or were locked at that moment. */
  async extend(ids: readonly Id[], leaseMs: number): Promise<Id[]> {
    const rows = await this.database.leases.query<{ id: Id }>(this.#extend, [ids, this.owner, Math.round(leaseMs)]);
    return rows.map(({ id }) => id);
  }

  /** Those of these runs that must end. */
  async findEnded(ids: readonly Id[]): Promise<EndedLeases<Id>> {
    const rows = await this.database.leases.query<{ id: Id; isCancelled: boolean }>(this.#check, [ids, this.owner]);
    const idsWhere = (isCancelled: boolean) =>
      rows.filter((row) => row.isCancelled === isCancelled).map(({ id }) => id);
    return { lost: idsWhere(false), cancelled: idsWhere(true) };
  }

  /** Lets another process take these runs up at once. */
  async release(ids: readonly Id[]): Promise<void> {
    await this.database.leases.query(this.#release, [ids, this.owner]);
  }
}
