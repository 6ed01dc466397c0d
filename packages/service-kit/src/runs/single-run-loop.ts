import type { Database } from '../database/database.js';
import type { ProcessIdentity } from '../lifecycle/process-identity.js';
import { inBatches } from '../timing/in-batches.js';
import { PeriodicTask } from '../timing/periodic-task.js';
import { LeaseStore } from './lease-store.js';
import { RunLoop, type RunLoopOptions } from './run-loop.js';
import type { Run } from './run.js';

/** A run as a process claimed it: its writes stand under this fence. */
export interface ClaimedRun {
  id: string;
  fence: number;
}

/** One whose process is gone, claimed by this process to end it. */
export interface LapsedRun extends ClaimedRun {
  isCancelled: boolean;
}

/** What a {@link SingleRunLoop} is made of. */
export interface SingleRunLoopOptions extends Omit<RunLoopOptions<string>, 'leases'> {
  /** Has the columns id, status, owner, fence, lease_until and cancel_requested; `pending` while a run is under way. */
  table: string;
  /** SQL: what else is read of a row `t` when it has lapsed, such as `t.content`. */
  lapsedColumns?: string;
  database: Database;
  identity: ProcessIdentity;
}

const maxLapsed = 500;

/** Runs that are begun once: what its process leaves open is ended by any other one, now and every heartbeat. */
export abstract class SingleRunLoop<R extends Run<string>, Lapsed extends LapsedRun = LapsedRun> extends RunLoop<
  string,
  R
> {
  readonly #options: SingleRunLoopOptions;
  readonly #ending: PeriodicTask;

  constructor(options: SingleRunLoopOptions) {
    const { name, table, database, identity, leaseMs, heartbeatMs, drain, logger } = options;
    const states = { isRunning: `status = 'pending'`, isCancelled: 'cancel_requested' };
    const leases = new LeaseStore<string>(database, identity.owner, { table, id: 'id', idType: 'uuid', ...states });
    super({ name, leases, leaseMs, heartbeatMs, drain, logger });
    this.#options = options;
    this.#ending = new PeriodicTask({
      everyMs: heartbeatMs,
      work: () => this.endLapsed(),
      onError: (error) => logger.warn({ err: error }, `looking for each ${name} whose process is gone failed`),
    });
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.#ending.start('soon');
  }

  override async onModuleDestroy(): Promise<void> {
    await this.#ending.stop();
    await super.onModuleDestroy();
  }

  /** Ends those whose process is gone. */
  endLapsed(): Promise<void> {
    return inBatches(
      maxLapsed,
      (max) => this.#endSome(max),
      () => this.#ending.isStopped,
    );
  }

  /** Stores the end of one whose process is gone. */
  protected abstract endLapsedRun(lapsed: Lapsed): Promise<unknown>;

  async #endSome(max: number): Promise<number> {
    const lapsed = await this.#claimLapsed(max);
    for (const each of lapsed) await this.endLapsedRun(each);
    return lapsed.length;
  }

  #claimLapsed(max: number): Promise<Lapsed[]> {
    const { table, lapsedColumns, database, identity, leaseMs } = this.#options;
    return database.worker.query<Lapsed[]>(
      `WITH lapsed AS (
         SELECT id FROM ${table} WHERE status = 'pending' AND lease_until < now()
         ORDER BY lease_until LIMIT $3 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE ${table} t
         SET owner = $1, fence = t.fence + 1, lease_until = now() + $2 * interval '1 millisecond'
         FROM lapsed WHERE t.id = lapsed.id
         RETURNING t.id, t.fence, t.cancel_requested AS "isCancelled"${lapsedColumns ? `, ${lapsedColumns}` : ''}
       ) SELECT * FROM claimed`,
      [identity.owner, Math.round(leaseMs), max],
    );
  }
}
