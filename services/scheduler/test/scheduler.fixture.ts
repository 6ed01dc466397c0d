import {
  Frequency,
  SavedQueriesServiceDefinition,
  type Execution,
  type ExecutionPart,
  type ExecutionResult,
  type SavedQueryInput,
} from '@polylogue/proto';
import { CallerSigner, type TokenUser } from '@polylogue/service-kit';
import { callerToken, startSlice, testKeys, type StartSliceOptions } from '@polylogue/test-kit';
import pg from 'pg';
import { scheduler } from '../src/service.js';

/** The intervals of the clock, shortened for tests. */
export const fast = {
  SCHEDULER_TICK_SECONDS: '0.2',
  SCHEDULER_AHEAD_SECONDS: '2',
  SCHEDULER_RECONCILE_SECONDS: '0.5',
  SCHEDULER_LEASE_SECONDS: '4',
  SCHEDULER_HEARTBEAT_SECONDS: '0.5',
};

/** The scheduler behind its real server, with access to its database past row-level security. */
export async function startScheduler(upstreamsUrl: string, options: StartSliceOptions = {}) {
  const slice = await startSlice(scheduler, {
    ...options,
    env: { AI_DISPATCH_GRPC_URL: upstreamsUrl, ADMIN_GRPC_URL: upstreamsUrl, ...fast, ...options.env },
  });
  const admin = new pg.Client({ connectionString: slice.database.adminUrl });
  await admin.connect();
  // Dropped by force with the database at the end of a test.
  admin.on('error', () => {});
  const rows = async (sql: string, values: unknown[] = []) =>
    (await admin.query<Record<string, unknown>>(sql, values)).rows;
  const queries = slice.client(SavedQueriesServiceDefinition);
  return {
    ...slice,
    queries,
    rows,
    /** A page of executions with their results. */
    history: async (user: TokenUser, savedQueryId: number, page = { beforeId: 0, limit: 50 }) =>
      gather(await collect(queries.listExecutions({ savedQueryId, ...page }, as(user)))),
    /** Moves the next slot of a query. */
    dueIn: (id: number, interval: string) =>
      rows(
        `UPDATE scheduler.saved_queries SET next_run_at = date_trunc('milliseconds', now()) + $2::interval WHERE id = $1`,
        [id, interval],
      ),
    close: async () => {
      await admin.end().catch(() => undefined);
      await slice.close();
    },
  };
}

export type Scheduler = Awaited<ReturnType<typeof startScheduler>>;

export const as = (user: TokenUser) => ({ callerToken: callerToken(user) });

/** As the service admin calls. */
export const asAdmin = () => ({ callerToken: new CallerSigner('admin', testKeys().signingKeys['admin']!).asService() });

/** An hour of the day (UTC) that no test comes near. */
export const farHour = (new Date().getUTCHours() + 12) % 24;

/** A query that runs daily, with what the test wants to be different. */
export const input = (overrides: Partial<SavedQueryInput> = {}): SavedQueryInput => ({
  title: 'Digest',
  content: 'What is new?',
  aiServices: ['gpt'],
  isActive: true,
  schedule: {
    isScheduled: true,
    frequency: Frequency.DAILY,
    days: [],
    time: `${farHour}`.padStart(2, '0') + ':00',
    timeZone: 'UTC',
  },
  ...overrides,
});

export const manual = (overrides: Partial<SavedQueryInput> = {}) =>
  input({ schedule: { isScheduled: false, days: [] }, ...overrides });

/** What goes with an update: only what its fields name counts. */
export const change = (overrides: Partial<SavedQueryInput>): SavedQueryInput => ({
  aiServices: [],
  schedule: undefined,
  ...overrides,
});

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function gather(parts: readonly ExecutionPart[]) {
  const executions: (Execution & { results: ExecutionResult[] })[] = [];
  for (const { part } of parts) {
    if (part?.$case === 'execution') executions.push({ ...part.execution, results: [] });
    if (part?.$case === 'result') executions.at(-1)!.results.push(part.result);
  }
  return executions;
}
