import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { ExecutionsRepository } from '../executions/executions.repository.js';
import { StartsService } from '../executions/starts.service.js';
import { WatchReportsRepository } from '../watch/watch-reports.repository.js';
import { WakeUps } from '../executions/wake-ups.service.js';
import { IdempotencyRepository, type KeyedRequest } from './idempotency.repository.js';
import { idempotencyKeyReused, queryIsRunning, savedQueryNotFound } from './saved-queries.errors.js';
import { SavedQueriesRepository } from './saved-queries.repository.js';

const maxAtOnce = 50;

interface Inserted {
  id: number;
  isNew: boolean;
}

@Injectable()
export class ExecutionsService {
  constructor(
    private readonly database: Database,
    private readonly queries: SavedQueriesRepository,
    private readonly executions: ExecutionsRepository,
    private readonly reports: WatchReportsRepository,
    private readonly idempotency: IdempotencyRepository,
    private readonly wakeUps: WakeUps,
    private readonly starts: StartsService,
  ) {}

  /** Runs a query now; while one of its runs is open, answers that one. */
  async execute(caller: Caller, savedQueryId: number, key: string | undefined): Promise<number> {
    caller.mustBeApproved();
    const { userId } = caller;
    const bodyHash = createHash('sha256').update(String(savedQueryId)).digest('base64url');
    const request: KeyedRequest = { route: 'execute', key, bodyHash };
    return this.#startOnce(userId, request, async (tx) => {
      const inserted = await this.executions.insertManual(tx, caller, savedQueryId);
      const id = inserted ?? (await this.executions.findOpen(tx, userId, savedQueryId));
      if (id === undefined) throw savedQueryNotFound();
      return { id, isNew: inserted !== undefined };
    });
  }

  /**
   * Runs a query now with what `fill` makes of its text. While one of its runs is open this is refused: that run asks something
   * else.
   */
  executeFilled(userId: string, savedQueryId: number, request: KeyedRequest, fill: (content: string) => string) {
    return this.#startOnce(userId, request, async (tx) => {
      const query = await this.queries.lock(tx, userId, savedQueryId);
      if (!query) throw savedQueryNotFound();
      const id = await this.executions.insertManual(
        tx,
        { userId, apiKey: undefined },
        savedQueryId,
        fill(query.content),
      );
      if (id === undefined) throw queryIsRunning();
      return { id, isNew: true };
    });
  }

  /** A page of executions, newest first, each with its results, and watched ones with their reports. */
  async list({ userId }: Caller, savedQueryId: number, beforeId: number, limit: number) {
    return this.database.asUser(userId, async (tx) => {
      if (!(await this.queries.find(tx, userId, savedQueryId))) throw savedQueryNotFound();
      const pageSize = Math.min(Math.max(1, limit || maxAtOnce), maxAtOnce);
      const executions = await this.executions.page(tx, userId, savedQueryId, beforeId, pageSize);
      const ids = executions.map(({ id }) => id);
      const results = await this.executions.resultsOf(tx, userId, ids);
      return { executions, results, reports: await this.reports.reportsOf(tx, userId, ids) };
    });
  }

  /** Starts what `insert` makes; a request that is repeated gets what it made before. */
  async #startOnce(userId: string, request: KeyedRequest, insert: (tx: Transaction) => Promise<Inserted>) {
    const { id, isNew } = await this.database.asUser(userId, async (tx) => {
      const earlier = await this.idempotency.findMade(tx, userId, request);
      if (earlier && earlier.bodyHash !== request.bodyHash) throw idempotencyKeyReused();
      if (earlier) return { id: earlier.madeId, isNew: false };
      const inserted = await insert(tx);
      await this.idempotency.remember(tx, userId, request, inserted.id);
      return inserted;
    });
    if (isNew && !(await this.wakeUps.add([{ id, waitMs: 0 }]))) await this.starts.begin(id);
    return id;
  }
}
