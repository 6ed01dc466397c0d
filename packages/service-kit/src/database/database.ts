import { DataSource, type EntityManager, type MixedList, type QueryRunner } from 'typeorm';
import pg, { type PoolClient } from 'pg';
import { currentContext } from '../context/request-context.js';
import type { Logger } from '../logging/logger.js';
import type { SpanAttributes } from '../context/span.js';
import { beginsWithinMs, sendBegin, TooLateError, type Beginning } from './begin.js';
import { commitOne } from './commit-one.js';
import { discard, poolOf, sendTogether, withClient } from './connection.js';
import { toDatabaseError } from './database-errors.js';
import { LeaseConnection } from './lease-connection.js';
import type { Prepared } from './query-prepared.js';
import { ServerClock } from './server-clock.js';
import { SnakeNaming } from './snake-naming.js';

/** An open transaction. Repositories take it, `tx.getRepository(Entity)` where an entity is stored; only services open one. */
export type Transaction = EntityManager;

/** What a {@link Database} is made of. */
export interface DatabaseOptions {
  /** The Postgres schema, `ai_dispatch`. */
  schema: string;
  appUrl: string;
  workerUrl: string;
  /** Max connections per role. */
  poolSize: number;
  /** Classes with `@Entity`; a test holds each against its table (`entityDrift`). TypeORM's own type for a list of them. */
  // oxlint-disable-next-line typescript/no-unsafe-function-type
  entities?: MixedList<Function>;
  logger: Logger;
}

interface TransactionKind extends Beginning {
  /** Called when the work has sent what it sends without waiting for an answer. */
  onSent?: (client: PoolClient) => void;
}

const connectMs = 1_500;
const statementMs = 10_000;
const afterCommits = new WeakMap<QueryRunner, (() => void)[]>();
/** Of transactions whose work is under way. */
const openRunners = new WeakSet<QueryRunner>();
/** Of transactions that began with one plan for any values. */
const oncePlanned = new WeakSet<QueryRunner>();
const hasEnded = 'The transaction has ended.';

/** The connection of an open transaction. Throws when it has ended: another one may have its connection by now. */
export async function clientOf(tx: Transaction): Promise<PoolClient> {
  const runner = tx.queryRunner;
  if (!runner || !openRunners.has(runner)) throw new Error(hasEnded);
  return (await runner.connect()) as PoolClient;
}

/** Whether what is prepared in an open transaction is planned once, whatever its values. */
export const plansOnce = (tx: Transaction): boolean => tx.queryRunner !== undefined && oncePlanned.has(tx.queryRunner);

/** Runs `work` when the transaction has committed; never when it rolls back. */
export function afterCommit(tx: Transaction, work: () => void): void {
  const waiting = tx.queryRunner && afterCommits.get(tx.queryRunner);
  if (!waiting) throw new Error('afterCommit() needs a transaction opened by Database.');
  waiting.push(work);
}

/** A slice's database: transactions as a user (row-level security decides) or as the narrow worker role. */
export class Database {
  readonly schema: string;
  /** Pool of the application role. Outside `asUser` it sees no user's rows. */
  readonly app: DataSource;
  readonly #attributes: SpanAttributes;
  /** Pool of the worker role. */
  readonly worker: DataSource;
  /** A connection of the worker role beside its pool, for leases alone. */
  readonly leases: LeaseConnection;
  readonly #clock = new ServerClock();

  constructor(options: DatabaseOptions) {
    this.schema = options.schema;
    this.#attributes = { 'db.system.name': 'postgresql', 'db.namespace': options.schema };
    this.app = dataSource(options, options.appUrl, 'app');
    this.worker = dataSource(options, options.workerUrl, 'worker');
    this.leases = new LeaseConnection(options);
  }

  /** Opens the pools; throws `unavailable` when Postgres does not answer. */
  async connect(): Promise<void> {
    await this.#translated(async () => {
      const closed = [this.app, this.worker].filter(({ isInitialized }) => !isInitialized);
      // A pool that is still opening could not be opened anew: both have an end before one of them fails.
      const opened = await Promise.allSettled(closed.map((source) => source.initialize()));
      for (const each of opened) if (each.status === 'rejected') throw each.reason;
    });
  }

  /** A transaction of the application role for one user: it sees and writes that user's rows only. */
  asUser<T>(userId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transact(this.app, userId, work);
  }

  /**
   * The same for work that only reads. BEGIN travels with its first statement, and its answer does not wait for the end of
   * the transaction: nothing can be lost by either, and a page is two round trips sooner.
   */
  readAsUser<T>(userId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.app.createQueryRunner();
    return this.#inside(runner, { userId, onlyReads: true }, work, (client) => void end(runner, client));
  }

  /**
   * The same for work that sends all it reads at once: COMMIT travels with it, and nothing can be read once an answer has been
   * waited for. `plansOnce`: what is prepared in it is planned once per connection, for any values, and nothing else is read.
   */
  readOnceAsUser<T>(
    userId: string,
    work: (tx: Transaction) => Promise<T>,
    { plansOnce = false }: { plansOnce?: boolean } = {},
  ): Promise<T> {
    const runner = this.app.createQueryRunner();
    let committed: Promise<unknown> = Promise.resolve();
    const onSent = (client: PoolClient) => {
      committed = close(runner, client);
      committed.catch(() => undefined);
    };
    return this.#inside(runner, { userId, onlyReads: true, plansOnce, onSent }, work, (client) => {
      // Behind an answer that is known already.
      void committed.catch(() => discard(client)).then(() => runner.release());
    });
  }

  /**
   * One prepared statement as a transaction of the application role for one user. COMMIT is sent with it: the rows it locks
   * are free as soon as it has run, however long this process takes to read the answer. It is planned once per connection, for
   * any values. Where the server's time is known, BEGIN is sent with it too, and says until when: a server that hangs then has
   * what it must not store later.
   */
  async runAsUser<R>(userId: string, statement: Prepared, values: readonly unknown[]): Promise<R[]> {
    try {
      return await this.#runAsUser(userId, statement, values, true);
    } catch (error) {
      // Or its clock was set forward. Nothing was done, so it may be sent behind the answer to BEGIN.
      if (!(error instanceof TooLateError)) throw error;
      return this.#runAsUser(userId, statement, values, false);
    }
  }

  #runAsUser<R>(userId: string, statement: Prepared, values: readonly unknown[], beginsInTime: boolean): Promise<R[]> {
    const run = (client: PoolClient) => {
      const before = beginsInTime ? this.#clock.in(beginsWithinMs) : undefined;
      return commitOne<R>(client, { userId, before, clock: this.#clock }, statement, values);
    };
    return this.#traced(() => withClient(poolOf(this.app), run));
  }

  /** A transaction of the worker role, for work on behalf of no user. */
  asWorker<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transact(this.worker, undefined, work);
  }

  /** Throws `unavailable` unless Postgres answers. */
  async ping(): Promise<void> {
    await this.#transact(this.app, undefined, () => Promise.resolve());
  }

  async close(): Promise<void> {
    await this.leases.close();
    for (const source of [this.app, this.worker]) if (source.isInitialized) await source.destroy();
  }

  async #transact<T>(source: DataSource, userId: string | undefined, work: (tx: Transaction) => Promise<T>) {
    const runner = source.createQueryRunner();
    const committed: (() => void)[] = [];
    afterCommits.set(runner, committed);
    const result = await this.#inside(runner, { userId, onlyReads: false }, work, async () => {
      await runner.commitTransaction();
      await runner.release();
    });
    for (const done of committed) done();
    return result;
  }

  /** One transaction on a connection of its own, a span of the trace; `finish` commits and gives the connection back. */
  async #inside<T>(
    runner: QueryRunner,
    how: TransactionKind,
    work: (tx: Transaction) => Promise<T>,
    finish: (client: PoolClient) => void | Promise<void>,
  ): Promise<T> {
    return this.#traced(async () => {
      let client: PoolClient | undefined;
      try {
        client = (await runner.connect()) as PoolClient;
        openRunners.add(runner);
        if (how.plansOnce) oncePlanned.add(runner);
        if (how.onlyReads) sendTogether(client, how.onSent);
        const begun = sendBegin(client, how, this.#clock).then(() => noteBegin(runner));
        // What writes waits for BEGIN: a server that hangs then has nothing of it that it could store later.
        if (!how.onlyReads) await begun;
        const worked = startOf(work, runner.manager);
        await begun;
        const answer = await worked;
        openRunners.delete(runner);
        await finish(client);
        return answer;
      } catch (error) {
        openRunners.delete(runner);
        await rollback(runner, client);
        await runner.release();
        throw error;
      }
    });
  }

  /** A span of the trace. */
  #traced<T>(work: () => Promise<T>): Promise<T> {
    const span = currentContext()?.span?.child('client', 'postgres transaction', this.#attributes);
    return this.#translated(async () => {
      try {
        const answer = await work();
        span?.end();
        return answer;
      } catch (error) {
        span?.end(error);
        throw error;
      }
    });
  }

  async #translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toDatabaseError(error);
    }
  }
}

function dataSource(options: DatabaseOptions, url: string, role: string): DataSource {
  return new DataSource({
    type: 'postgres',
    // Named, so that a bundle holds it: TypeORM would look for the package while it runs.
    driver: pg,
    url,
    schema: options.schema,
    entities: options.entities ?? [],
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logging: false,
    installExtensions: false,
    applicationName: `polylogue ${options.schema} ${role}`,
    poolErrorHandler: (error: unknown) => options.logger.warn({ err: error }, 'an idle database connection was lost'),
    extra: {
      max: options.poolSize,
      // Users pause between messages: opening a connection anew would cost the next one its first token's budget.
      idleTimeoutMillis: 600_000,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      // Above the server's own limit: it only strikes when the server does not answer at all.
      query_timeout: statementMs + 2_000,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      // What is sent without waiting travels together: a statement and its COMMIT (`runAsUser`), BEGIN and what is read.
      pipeline: true,
      options: `-c search_path=${options.schema}`,
    },
  });
}

/** Sends COMMIT. Whoever would read in the transaction from here on would read without its user. */
function close(runner: QueryRunner, client: PoolClient): Promise<unknown> {
  openRunners.delete(runner);
  Object.assign(runner, { query: () => Promise.reject(new Error(hasEnded)) });
  return client.query('COMMIT');
}

/** Begins work that is waited for later: it may fail before. */
function startOf<T>(work: (tx: Transaction) => Promise<T>, tx: Transaction): Promise<T> {
  const worked = Promise.resolve(tx).then(work);
  worked.catch(() => undefined);
  return worked;
}

/** TypeORM keeps these itself only when it sends START TRANSACTION. COMMIT may be on its way already. */
function noteBegin(runner: QueryRunner): void {
  if (openRunners.has(runner)) Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
}

/** Behind an answer that is known already. */
async function end(runner: QueryRunner, client: PoolClient): Promise<void> {
  try {
    await runner.commitTransaction();
  } catch {
    discard(client);
  }
  await runner.release().catch(() => undefined);
}

async function rollback(runner: QueryRunner, client: PoolClient | undefined): Promise<void> {
  if (!runner.isTransactionActive) return;
  try {
    await runner.rollbackTransaction();
  } catch {
    discard(client);
  }
}
