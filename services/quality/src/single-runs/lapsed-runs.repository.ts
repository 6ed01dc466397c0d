import type { Database, ProcessIdentity } from '@polylogue/service-kit';

/** A run as a process claimed it. */
export interface ClaimedRun {
  id: string;
  fence: number;
}

/** One whose process is gone. */
export interface LapsedRun extends ClaimedRun {
  isCancelled: boolean;
}

/** Tables of runs that are never begun again. */
export type RunTable = 'agreement_maps' | 'merged_answers' | 'settle_rounds';

/** Runs whose lease has lapsed, with the worker role. */
export class LapsedRunsRepository {
  constructor(
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
    private readonly table: RunTable,
  ) {}

  claim(leaseMs: number, max: number): Promise<LapsedRun[]> {
    return this.database.worker.query<LapsedRun[]>(
      `WITH lapsed AS (
         SELECT id FROM ${this.table} WHERE status = 'pending' AND lease_until < now()
         ORDER BY lease_until LIMIT $3 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE ${this.table} t
         SET owner = $1, fence = t.fence + 1, lease_until = now() + $2 * interval '1 millisecond'
         FROM lapsed WHERE t.id = lapsed.id RETURNING t.id, t.fence, t.cancel_requested AS "isCancelled"
       ) SELECT * FROM claimed`,
      [this.identity.owner, Math.round(leaseMs), max],
    );
  }
}
