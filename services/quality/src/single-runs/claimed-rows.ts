import type { ClaimedRun, ProcessIdentity, Transaction } from '@polylogue/service-kit';

/** What was begun so far. A row counts as what it cost, or as the most it is expected to. */
export interface Spent {
  calls: number;
  micros: number;
}

/** Where rows stand. Parts of statements, written in the code only. */
interface RowsOf {
  table: 'backtest_calls' | 'suite_results';
  /** What they belong to. */
  parent: 'backtest_id' | 'run_id';
  /** How many calls they are together. */
  calls: string;
  /** What one of them cost. */
  usd: 'cost_usd' | 'spent_usd';
}

/** By column. */
type Values = Readonly<Record<string, unknown>>;

/** Rows that stand before what they pay for is called, in a transaction of the worker role: begun, ended and taken back. */
export class ClaimedRows {
  constructor(
    private readonly of: RowsOf,
    private readonly identity: ProcessIdentity,
  ) {}

  /** One without a known cost counts as the most it was expected to cost; one that failed without any counts as nothing. */
  async spent(tx: Transaction, id: string): Promise<Spent> {
    const { table, parent, calls, usd } = this.of;
    const [row] = await tx.query<Spent[]>(
      `SELECT ${calls}::integer AS calls,
         coalesce(sum(coalesce(${usd} * 1e6, CASE WHEN status = 'failed' THEN 0 ELSE expected_micros END)), 0)::float8
           AS micros
       FROM ${table} WHERE ${parent} = $1`,
      [id],
    );
    return row!;
  }

  async begin(tx: Transaction, values: Values, leaseMs: number): Promise<void> {
    const columns = Object.keys(values);
    const places = columns.map((_column, index) => `$${index + 3}`);
    await tx.query(
      `INSERT INTO ${this.of.table} (owner, lease_until, ${columns.join(', ')})
       VALUES ($1, now() + $2 * interval '1 millisecond', ${places.join(', ')})`,
      [this.identity.owner, Math.round(leaseMs), ...Object.values(values)],
    );
  }

  /** False when it has an end, or another process has it. */
  async end(tx: Transaction, run: ClaimedRun, values: Values): Promise<boolean> {
    const changes = Object.keys(values).map((column, index) => `${column} = $${index + 4}`);
    const [, changed] = await tx.query<[unknown[], number]>(
      `UPDATE ${this.of.table} SET ${changes.join(', ')}, ended_at = now() WHERE ${underFence}`,
      [...this.#fenceOf(run), ...Object.values(values)],
    );
    return changed > 0;
  }

  /** Removes one whose call was not made; false as above. */
  async takeBack(tx: Transaction, run: ClaimedRun): Promise<boolean> {
    const [, removed] = await tx.query<[unknown[], number]>(
      `DELETE FROM ${this.of.table} WHERE ${underFence}`,
      this.#fenceOf(run),
    );
    return removed > 0;
  }

  #fenceOf({ id, fence }: ClaimedRun): unknown[] {
    return [id, this.identity.owner, fence];
  }
}

const underFence = `id = $1 AND owner = $2 AND fence = $3 AND status = 'pending'`;
