import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  builtInVariables,
  defaultsOf,
  filled,
  missingNames,
  namesIn,
  withValues,
  type QueryVariable,
  type VariableValues,
} from '@polylogue/api-contract/query-variables';
import { contractLimits } from '@polylogue/proto';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { ExecutionsRepository } from '../executions/executions.repository.js';
import { StartsService } from '../executions/starts.service.js';
import { WatchReportsRepository } from '../watch/watch-reports.repository.js';
import { WakeUps } from '../executions/wake-ups.service.js';
import { IdempotencyRepository, type KeyedRequest } from './idempotency.repository.js';
import * as errors from './saved-queries.errors.js';
import { variablesOf } from './saved-query.entity.js';
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

  /** Runs a query now; while one of its runs is open, answers that one, unless this gives values of its own. */
  async execute(
    caller: Caller,
    savedQueryId: number,
    key: string | undefined,
    values: VariableValues = {},
  ): Promise<number> {
    caller.mustBeApproved();
    const { userId } = caller;
    const given = Object.keys(values).length > 0 ? ` ${JSON.stringify(Object.entries(values).sort())}` : '';
    const bodyHash = createHash('sha256').update(`${savedQueryId}${given}`).digest('base64url');
    const request: KeyedRequest = { route: 'execute', key, bodyHash };
    if (given !== '') return this.executeWith(caller, savedQueryId, request, values);
    return this.#startOnce(userId, request, async (tx) => {
      const open = await this.executions.findOpen(tx, userId, savedQueryId);
      if (open !== undefined) return { id: open, isNew: false };
      const query = await this.queries.find(tx, userId, savedQueryId);
      if (!query) throw errors.savedQueryNotFound();
      mustBeGiven(query.content, variablesOf(query));
      const inserted = await this.executions.insertManual(tx, caller, savedQueryId);
      const id = inserted ?? (await this.executions.findOpen(tx, userId, savedQueryId));
      if (id === undefined) throw errors.savedQueryNotFound();
      return { id, isNew: inserted !== undefined };
    });
  }

  /**
   * Runs a query now with these values in place of its defaults. While one of its runs is open this is refused: that run asks
   * something else. With values that its text does not ask for it is the query's own run, and watched as such.
   */
  executeWith(
    caller: Pick<Caller, 'userId' | 'apiKey'>,
    savedQueryId: number,
    request: KeyedRequest,
    values: VariableValues,
  ): Promise<number> {
    return this.#startOnce(caller.userId, request, async (tx) => {
      const query = await this.queries.lock(tx, caller.userId, savedQueryId);
      if (!query) throw errors.savedQueryNotFound();
      const own = variablesOf(query);
      const variables = withValues(own, values);
      mustBeGiven(query.content, variables);
      const isOwn = asksTheSame(query.content, defaultsOf(own), values);
      const id = await this.executions.insertManual(tx, caller, savedQueryId, isOwn ? undefined : variables);
      if (id === undefined) throw errors.queryIsRunning();
      return { id, isNew: true };
    });
  }

  /** A page of executions, newest first, each with its results, and watched ones with their reports. */
  async list({ userId }: Caller, savedQueryId: number, beforeId: number, limit: number) {
    return this.database.asUser(userId, async (tx) => {
      if (!(await this.queries.find(tx, userId, savedQueryId))) throw errors.savedQueryNotFound();
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
      if (earlier && earlier.bodyHash !== request.bodyHash) throw errors.idempotencyKeyReused();
      if (earlier) return { id: earlier.madeId, isNew: false };
      const inserted = await insert(tx);
      await this.idempotency.remember(tx, userId, request, inserted.id);
      return inserted;
    });
    if (isNew && !(await this.wakeUps.add([{ id, waitMs: 0 }]))) await this.starts.begin(id);
    return id;
  }
}

/** Whether a text stays what it is by its defaults; what is given and not asked for changes nothing. */
const asksTheSame = (content: string, defaults: VariableValues, values: VariableValues): boolean =>
  namesIn(content).every((name) => !Object.hasOwn(values, name) || values[name] === defaults[name]);

/** Said at once and before anything is spent, though the run looks again: only it knows what stands for the built-in names. */
function mustBeGiven(content: string, variables: readonly QueryVariable[]): void {
  const builtIn = Object.fromEntries(builtInVariables.map((name) => [name, '']));
  const values = { ...builtIn, ...defaultsOf(variables) };
  const missing = missingNames(content, values);
  if (missing.length > 0) throw errors.variablesMissing(missing);
  if (filled(content, values).length > contractLimits.messageLength) throw errors.filledTooLong();
}
