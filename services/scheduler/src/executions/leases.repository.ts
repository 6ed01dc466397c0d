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
  async extend(owner: string, ids: readonly number[], leaseMs: number): Promise<number[]> {
    const rows = await this.database.leases.query<{ id: number }>(
      `WITH own AS (
         SELECT id FROM executions WHERE id = ANY($1::bigint[]) AND owner = $2 AND status = 'running'
         FOR NO KEY UPDATE SKIP LOCKED)
       UPDATE executions e SET lease_until = now() + $3 * interval '1 millisecond'
       FROM own WHERE e.id = own.id RETURNING e.id::float8 AS id`,
      [ids, owner, leaseMs],
    );
    return rows.map(({ id }) => id);
  }

  /** Those that are still this owner's. */
  async held(owner: string, ids: readonly number[]): Promise<Set<number>> {
    const rows = await this.database.leases.query<{ id: number }>(
      `SELECT id::float8 AS id FROM executions
       WHERE id = ANY($1::bigint[]) AND owner = $2 AND status = 'running'`,
      [ids, owner],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
