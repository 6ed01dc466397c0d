import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';

/** Extends and looks up leases, on the connection that is there for nothing else. */
@Injectable()
export class LeasesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Extends the leases; answers which. A row that is locked is being ended or taken over: the next heartbeat sees what
   * came of it, and no lease waits for the lock of another.
   */
  extend(owner: string, ids: readonly string[], leaseMs: number): Promise<Set<string>> {
    return this.#query(
      `WITH own AS (
         SELECT id FROM assessments WHERE id = ANY($1::uuid[]) AND owner = $2 AND status = 'running'
         FOR NO KEY UPDATE SKIP LOCKED)
       UPDATE assessments a SET lease_until = now() + $3 * interval '1 millisecond'
       FROM own WHERE a.id = own.id RETURNING a.id`,
      [ids, owner, leaseMs],
    );
  }

  /** Those that are still this owner's. */
  held(owner: string, ids: readonly string[]): Promise<Set<string>> {
    const sql = `SELECT id FROM assessments WHERE id = ANY($1::uuid[]) AND owner = $2 AND status = 'running'`;
    return this.#query(sql, [ids, owner]);
  }

  async #query(sql: string, values: unknown[]): Promise<Set<string>> {
    const rows = await this.database.leases.query<{ id: string }>(sql, values);
    return new Set(rows.map(({ id }) => id));
  }
}
