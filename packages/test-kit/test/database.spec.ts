import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  afterCommit,
  createLogger,
  Database,
  migrate,
  PreparedTexts,
  provision,
  runPrepared,
  sqlMigration,
  type Transaction,
} from '@polylogue/service-kit';
import pg from 'pg';
import { aUser, backingUrls, freshDatabase, ownTimeOf, tcpProxy, until, type FreshDatabase } from '../src/index.js';
import { notesMigration, sample } from './slice/sample.service.js';

let urls: FreshDatabase;
let database: Database;
const ada = aUser().userId;
const bob = aUser().userId;
const logger = createLogger('test', 'silent');

const connectTo = (appUrl: string, workerUrl: string) =>
  new Database({ schema: 'conversation', appUrl, workerUrl, poolSize: 3, logger });
const notes = (userId: string) => database.asUser(userId, (tx) => tx.query('SELECT text FROM notes ORDER BY id'));

interface PgQuery {
  name?: string;
  text: string;
  handleReadyForQuery(...args: unknown[]): void;
}

/** What is sent to Postgres meanwhile (`>`) and what is answered (`<`), each by its name or its first word. */
async function sentAndAnswered(work: () => Promise<unknown>): Promise<string[]> {
  const log: string[] = [];
  // What was sent before is answered meanwhile, as the COMMIT of a read.
  const open: string[] = [];
  const wordOf = ({ name, text }: { name?: string; text: string }) => name ?? /\w+/.exec(text)![0];
  const { query } = pg.Client.prototype;
  const querying = jest.spyOn(pg.Client.prototype, 'query');
  querying.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const word = wordOf(typeof args[0] === 'string' ? { text: args[0] } : (args[0] as PgQuery));
    open.push(word);
    log.push(`> ${word}`);
    return query.apply(this, args as never);
  } as never);
  const queries = pg.Query.prototype as unknown as PgQuery;
  const { handleReadyForQuery } = queries;
  const answering = jest.spyOn(queries, 'handleReadyForQuery').mockImplementation(function (this: PgQuery, ...args) {
    const at = open.indexOf(wordOf(this));
    if (at >= 0) log.push(`< ${open.splice(at, 1)[0]}`);
    handleReadyForQuery.apply(this, args);
  });
  await work();
  querying.mockRestore();
  answering.mockRestore();
  return log;
}

beforeAll(async () => {
  urls = await freshDatabase(sample);
  database = connectTo(urls.appUrl, urls.workerUrl);
  await database.connect();
  for (const [user, text] of [
    [ada, 'hers'],
    [bob, 'his'],
  ]) {
    await database.asUser(user as string, (tx) =>
      tx.query('INSERT INTO notes (user_id, text) VALUES ($1, $2)', [user, text]),
    );
  }
});
afterAll(async () => {
  await database.close();
  await urls.drop();
});

describe('row-level security', () => {
  it("shows a user's own rows and no others", async () => {
    expect(await notes(ada)).toEqual([{ text: 'hers' }]);
    expect(await notes(bob)).toEqual([{ text: 'his' }]);
    expect(await notes(aUser().userId)).toEqual([]);
  });

  it('shows the same to work that only reads, and lets it write nothing', async () => {
    const read = (userId: string) => database.readAsUser(userId, (tx) => tx.query('SELECT text FROM notes'));
    // More often than there are connections: each goes back to the pool.
    for (let turn = 0; turn < 8; turn += 1)
      expect(await read(turn % 2 ? ada : bob)).toEqual([{ text: turn % 2 ? 'hers' : 'his' }]);
    const writing = database.readAsUser(ada, (tx) => tx.query(`UPDATE notes SET text = 'changed'`));
    await expect(writing).rejects.toThrow('read-only transaction');
    expect(await notes(ada)).toEqual([{ text: 'hers' }]);
  });

  it('sends what it reads with BEGIN, and what it writes behind the answer to it', async () => {
    const log = await sentAndAnswered(() => database.readAsUser(ada, (tx) => tx.query('SELECT text FROM notes')));
    expect(log.slice(0, 4)).toEqual(['> BEGIN', '> begin', '> SELECT', '< BEGIN']);
    const written = await sentAndAnswered(() => database.asUser(ada, (tx) => tx.query('UPDATE notes SET text = text')));
    expect(written.slice(0, 5)).toEqual(['> BEGIN', '> begin', '< BEGIN', '< begin', '> UPDATE']);
  });

  it('sends COMMIT with what is read at once, and reads nothing behind it', async () => {
    const read = (tx: Transaction) => tx.query('SELECT text FROM notes');
    const log = await sentAndAnswered(() => database.readOnceAsUser(ada, read));
    expect(log.slice(0, 5)).toEqual(['> BEGIN', '> begin', '> SELECT', '> COMMIT', '< BEGIN']);
    const both = (tx: Transaction) =>
      Promise.all([read(tx), runPrepared(tx, { name: 'n', text: 'SELECT 1 AS n' }, [])]);
    const late = { name: 'late-read', text: 'SELECT text FROM notes' };
    // More often than there are connections: each goes back to the pool.
    for (let turn = 0; turn < 8; turn += 1) {
      expect(await database.readOnceAsUser(turn % 2 ? ada : bob, both)).toEqual([
        [{ text: turn % 2 ? 'hers' : 'his' }],
        [{ n: 1 }],
      ]);
      const writing = database.readOnceAsUser(ada, (tx) => tx.query(`UPDATE notes SET text = 'changed'`));
      await expect(writing).rejects.toThrow('read-only transaction');
      for (const again of [read, (tx: Transaction) => runPrepared(tx, late, [])]) {
        const reading = database.readOnceAsUser(ada, async (tx) => [await read(tx), await again(tx)]);
        await expect(reading).rejects.toThrow('The transaction has ended.');
      }
      await expect(database.readOnceAsUser(ada, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    }
    expect(await notes(ada)).toEqual([{ text: 'hers' }]);
  });

  it('undoes a read that fails before it has sent anything', async () => {
    // More often than there are connections: each goes back to the pool, and without a transaction.
    for (let turn = 0; turn < 8; turn += 1)
      await expect(database.readAsUser(ada, () => Promise.reject(new Error('not today')))).rejects.toThrow('not today');
    expect(await database.app.query('SELECT text FROM notes')).toEqual([]);
    expect(await notes(ada)).toEqual([{ text: 'hers' }]);
  });

  it('is the same for one statement that is sent with its COMMIT, which leaves nothing when it fails', async () => {
    const carl = aUser().userId;
    const add = { name: 'add-note', text: 'INSERT INTO notes (user_id, text) VALUES ($1, $2) RETURNING text' };
    const fail = { name: 'add-and-fail', text: `${add.text}, 1 / (length(text) - 3)` };
    // More often than there are connections: each goes back to the pool.
    for (let turn = 0; turn < 8; turn += 1) {
      expect(await database.runAsUser(carl, add, [carl, `note ${turn}`])).toEqual([{ text: `note ${turn}` }]);
      await expect(database.runAsUser(carl, fail, [carl, 'not'])).rejects.toThrow('division by zero');
      await expect(database.runAsUser(carl, add, [bob, 'forged'])).rejects.toThrow('row-level security');
    }
    expect(await notes(carl)).toHaveLength(8);
    expect(await notes(bob)).toEqual([{ text: 'his' }]);
    const mode = { name: 'plan-mode', text: `SELECT current_setting('plan_cache_mode') AS mode` };
    expect(await database.runAsUser(carl, mode, [])).toEqual([{ mode: 'force_generic_plan' }]);
    expect(await database.asUser(carl, (tx) => tx.query(mode.text))).toEqual([{ mode: 'auto' }]);
    const count = { name: 'count-notes', text: 'SELECT count(*)::int AS n FROM notes' };
    expect(await database.runAsUser(carl, count, [])).toEqual([{ n: 8 }]);
    await database.asUser(carl, (tx) => tx.query('DELETE FROM notes'));
  });

  it('sends BEGIN, a statement and COMMIT together once it knows what time it is there', async () => {
    const touch = { name: 'touch-notes', text: 'UPDATE notes SET text = text' };
    const fresh = connectTo(urls.appUrl, urls.workerUrl);
    await fresh.connect();
    const run = () => sentAndAnswered(() => fresh.runAsUser(ada, touch, []));
    const [sent, answered] = [
      (begin: string) => ['> BEGIN', `> ${begin}`],
      (begin: string) => ['< BEGIN', `< ${begin}`],
    ];
    const [alone, together] = ['begin-planned', 'begin-planned-in-time'];
    const rest = ['> touch-notes', '> COMMIT'];
    expect((await run()).slice(0, 6)).toEqual([...sent(alone), ...answered(alone), ...rest]);
    expect((await run()).slice(0, 6)).toEqual([...sent(together), ...rest, ...answered(together)]);
    await fresh.close();
  });

  it('stores a statement once where the clock of the server was set forward', async () => {
    const carl = aUser().userId;
    const add = { name: 'add-note-late', text: 'INSERT INTO notes (user_id, text) VALUES ($1, $2) RETURNING text' };
    const { now } = performance;
    // More often than there are connections: each that was given up is replaced.
    for (let turn = 0; turn < 5; turn += 1) {
      await notes(carl);
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) - 10_000);
      expect(await database.runAsUser(carl, add, [carl, `note ${turn}`])).toEqual([{ text: `note ${turn}` }]);
      clock.mockRestore();
    }
    expect(await notes(carl)).toHaveLength(5);
    await database.asUser(carl, (tx) => tx.query('DELETE FROM notes'));
  });

  it('shows nothing without a user, also on a connection that had one', async () => {
    for (let turn = 0; turn < 5; turn += 1) expect(await database.app.query('SELECT * FROM notes')).toEqual([]);
  });

  it('lets no user write, change or delete for another', async () => {
    const forged = database.asUser(ada, (tx) =>
      tx.query(`INSERT INTO notes (user_id, text) VALUES ($1, 'forged')`, [bob]),
    );
    await expect(forged).rejects.toThrow('row-level security');
    await database.asUser(ada, (tx) => tx.query(`UPDATE notes SET text = 'changed' WHERE user_id = $1`, [bob]));
    await database.asUser(ada, (tx) => tx.query('DELETE FROM notes WHERE user_id = $1', [bob]));
    expect(await notes(bob)).toEqual([{ text: 'his' }]);
  });

  it('gives the worker all rows, and only what it was granted', async () => {
    expect(await database.asWorker((tx) => tx.query('SELECT count(*)::int AS n FROM notes'))).toEqual([{ n: 2 }]);
    await expect(database.asWorker((tx) => tx.query('DELETE FROM notes'))).rejects.toThrow('permission denied');
  });

  it('lets the application publish events but not read them back', async () => {
    await expect(database.asUser(ada, (tx) => tx.query('SELECT * FROM outbox'))).rejects.toThrow('permission denied');
  });

  it('cannot be turned off, passed over or widened by a role of the slice', async () => {
    const tries = ['ALTER TABLE notes DISABLE ROW LEVEL SECURITY', 'SET ROLE conversation_owner', 'CREATE TABLE x ()'];
    await expect(database.app.query('DELETE FROM migrations')).rejects.toThrow('permission denied');
    for (const sql of tries) await expect(database.app.query(sql)).rejects.toThrow(/must be owner|permission denied/);
    const [role] = (await database.app.query(
      `SELECT rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname = current_user`,
    )) as { free: boolean }[];
    expect(role).toEqual({ free: false });
  });

  it('takes a hostile user id for a text', async () => {
    await expect(notes(`'); DROP TABLE notes; --`)).rejects.toThrow('invalid input syntax for type uuid');
    expect(await notes(ada)).toHaveLength(1);
  });
});

describe('a transaction', () => {
  it('undoes everything when its work fails, and runs no afterCommit', async () => {
    let hasRun = false;
    const failing = database.asUser(ada, async (tx) => {
      await tx.query(`INSERT INTO notes (user_id, text) VALUES ($1, 'lost')`, [ada]);
      afterCommit(tx, () => (hasRun = true));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect([await notes(ada), hasRun]).toEqual([[{ text: 'hers' }], false]);
  });

  it('can hold a transaction within it', async () => {
    await database.asUser(ada, async (tx) => {
      const inner = tx.transaction((deeper) => deeper.query(`SELECT 1 / 0`));
      await expect(inner).rejects.toThrow('division by zero');
      expect(await tx.query('SELECT text FROM notes')).toEqual([{ text: 'hers' }]);
    });
  });

  it('plans once what is prepared from parts, and every other statement as before', async () => {
    const texts = new PreparedTexts('notes-of', 1);
    const mode = 'SHOW plan_cache_mode';
    const rows = await database.readAsUser(ada, (tx) =>
      Promise.all([
        texts.run(tx, 'SELECT text FROM notes WHERE user_id = $1', [ada]),
        tx.query(mode),
        // More than are kept: planned each time.
        texts.run(tx, 'SELECT text FROM notes WHERE user_id = $1 AND true', [ada]),
        tx.query(`SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements
          WHERE name LIKE 'notes-of%'`),
        tx.query(mode),
      ]),
    );
    const auto = [{ plan_cache_mode: 'auto' }];
    const once = { plansOnce: true };
    const within = new PreparedTexts('within', 1);
    const read = (tx: Transaction) => within.run(tx, `SELECT current_setting('plan_cache_mode') AS mode`, []);
    expect(await sentAndAnswered(() => database.readOnceAsUser(ada, read, once))).not.toContain('> SET');
    expect(await database.readOnceAsUser(ada, read, once)).toEqual([{ mode: 'force_generic_plan' }]);
    expect(await database.readOnceAsUser(ada, (tx) => tx.query(mode))).toEqual(auto);
    expect(rows).toEqual([[{ text: 'hers' }], auto, [{ text: 'hers' }], [{ generic: 1, custom: 0 }], auto]);
  });

  it('runs nothing prepared after its end, whoever has its connection by then', async () => {
    const texts = new PreparedTexts('late', 1);
    const late = { name: 'late-note', text: 'SELECT text FROM notes' };
    for (const begin of [
      (work: (tx: Transaction) => Promise<Transaction>) => database.asUser(ada, work),
      (work: (tx: Transaction) => Promise<Transaction>) => database.readAsUser(ada, work),
    ]) {
      // More often than there are connections: none is taken.
      for (let turn = 0; turn < 5; turn += 1) {
        const ended = await begin((tx) => Promise.resolve(tx));
        await expect(runPrepared(ended, late, [])).rejects.toThrow('The transaction has ended.');
        await expect(texts.run(ended, late.text, [])).rejects.toThrow('The transaction has ended.');
      }
    }
  });

  it('runs afterCommit after the commit', async () => {
    const effects: unknown[] = [];
    await database.asUser(ada, async (tx) => {
      afterCommit(tx, () => effects.push('committed'));
      await tx.query('SELECT 1');
      expect(effects).toEqual([]);
    });
    expect(effects).toEqual(['committed']);
  });
});

describe('a Postgres that is away', () => {
  const unavailable = { kind: 'unavailable', code: 'database_unavailable', retryAfterSeconds: 2 };

  it('believes an answer that came while this process stood still', async () => {
    const { query } = pg.Client.prototype;
    const querying = jest.spyOn(pg.Client.prototype, 'query');
    querying.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const answer: unknown = query.apply(this, args as never);
      standStill(2_000);
      return answer;
    } as never);
    const answered = database.asUser(ada, (tx) => {
      querying.mockRestore();
      return tx.query('SELECT 1 AS one');
    });
    expect(await answered).toEqual([{ one: 1 }]);
  });

  it.each(['shut', 'frozen', 'frozen while busy'] as const)(
    'answers unavailable within 2 s and works again afterwards (%s)',
    async (how) => {
      const proxy = await tcpProxy(backingUrls().postgres);
      const behind = connectTo(proxy.urlOf(urls.appUrl), proxy.urlOf(urls.workerUrl));
      await behind.connect();
      if (how === 'shut') await proxy.shut();
      // Frozen before a connection is made: the pool has none to spare.
      const held = how === 'frozen while busy' ? Array.from({ length: 3 }, () => hold(behind)) : [];
      await Promise.all(held.map(({ begun }) => begun));
      if (how !== 'shut') proxy.freeze();
      const one = (tx: Transaction) => tx.query<{ one: number }[]>('SELECT 1 AS one');
      const query = () =>
        Promise.all(
          [behind.asUser(ada, one), behind.readAsUser(ada, one), behind.readOnceAsUser(ada, one)].map((answer) =>
            expect(answer).rejects.toMatchObject(unavailable),
          ),
        );
      expect(await ownTimeOf(query)).toBeLessThan(2_000);
      if (how === 'shut') await proxy.open();
      else proxy.thaw();
      for (const { release } of held) release();
      await Promise.all(held.map(({ done }) => done));
      expect(await behind.asUser(ada, one)).toEqual([{ one: 1 }]);
      expect(await behind.readAsUser(ada, one)).toEqual([{ one: 1 }]);
      expect(await behind.readOnceAsUser(ada, one)).toEqual([{ one: 1 }]);
      await behind.close();
      await proxy.close();
    },
  );

  it('stores nothing of what it did not answer in time, although Postgres gets all of it at once', async () => {
    const carl = aUser().userId;
    const add = { name: 'add-note-frozen', text: 'INSERT INTO notes (user_id, text) VALUES ($1, $2)' };
    const sent: Buffer[] = [];
    const proxy = await tcpProxy(backingUrls().postgres, (bytes) => sent.push(bytes));
    const behind = connectTo(proxy.urlOf(urls.appUrl), proxy.urlOf(urls.workerUrl));
    const before = await connections();
    await behind.connect();
    await behind.runAsUser(carl, add, [carl, 'in time']);
    proxy.freeze();
    expect(
      await ownTimeOf(() => expect(behind.runAsUser(carl, add, [carl, 'too late'])).rejects.toMatchObject(unavailable)),
    ).toBeLessThan(2_000);
    proxy.thaw();
    await until(() => sent.some((bytes) => bytes.includes('too late')));
    await behind.close();
    // What they were sent has been done once they are gone.
    await until(async () => (await connections()) <= before);
    expect(await notes(carl)).toEqual([{ text: 'in time' }]);
    await database.asUser(carl, (tx) => tx.query('DELETE FROM notes'));
    await proxy.close();
  });

  async function connections(): Promise<number> {
    const open = 'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()';
    const [{ n }] = (await database.worker.query(open)) as [{ n: number }];
    return n;
  }

  function standStill(ms: number) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  }

  function hold(behind: Database) {
    let release = () => {};
    let onBegun = () => {};
    const begun = new Promise<void>((resolve) => (onBegun = resolve));
    const done = behind.asUser(ada, async (tx) => {
      await tx.query('SELECT 1');
      onBegun();
      await new Promise<void>((resolve) => (release = resolve));
    });
    return { begun, done, release: () => release() };
  }
});

describe('provisioning and migrating', () => {
  let lastNumber = 9_000;

  it('change nothing the second time, and wait for one another', async () => {
    await provision(backingUrls().postgres, [urls]);
    const again = () => migrate({ schema: 'conversation', ownerUrl: urls.ownerUrl, migrations: [notesMigration] });
    expect(await Promise.all([again(), again(), again()])).toEqual([[], [], []]);
    expect(await notes(ada)).toEqual([{ text: 'hers' }]);
  });

  it('keep their record from the application, also after a start that ended before it was taken', async () => {
    const owner = new pg.Client({ connectionString: urls.ownerUrl });
    await owner.connect();
    await owner.query('GRANT SELECT, DELETE ON conversation.migrations TO conversation_app');
    await owner.end();
    await migrate({ schema: 'conversation', ownerUrl: urls.ownerUrl, migrations: [notesMigration] });
    await expect(database.app.query('DELETE FROM migrations')).rejects.toThrow('permission denied');
  });

  it('wait for a long read without holding up those that come later', async () => {
    const reader = new pg.Client({ connectionString: urls.ownerUrl });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM conversation.notes');
    const name = `${(lastNumber += 1)}`;
    const change = sqlMigration(`${name}-note-color`, `ALTER TABLE conversation.notes ADD COLUMN color_${name} text`);
    const migrating = migrate({ schema: 'conversation', ownerUrl: urls.ownerUrl, migrations: [change] });
    await until(async () => {
      const { rows } = await reader.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'conversation.notes'::regclass`,
      );
      return rows.length > 0;
    });
    // The read above is still open: this one gets through because the migration gives up waiting for its lock.
    expect(await notes(ada)).toEqual([{ text: 'hers' }]);
    await reader.query('COMMIT');
    expect(await migrating).toHaveLength(1);
    await reader.end();
  });

  it('report a connection that was lost meanwhile', async () => {
    // One that has run runs no more: should the test be tried again, it is another.
    const endOthers = sqlMigration(
      `${(lastNumber += 1)}-end-others`,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
    );
    const migrating = migrate({ schema: 'conversation', ownerUrl: urls.ownerUrl, migrations: [endOthers] });
    await expect(migrating).rejects.toMatchObject({ kind: 'unavailable', code: 'database_unavailable' });
  });

  it('keep a slice out of the tables of another', async () => {
    const other = await freshDatabase({ name: 'quality' });
    const shared = new URL(urls.appUrl).pathname;
    await provision(backingUrls().postgres, [{ schema: 'quality', ...withPath(other, shared) }]);
    const client = new pg.Client({ connectionString: withPath(other, shared).appUrl });
    await client.connect();
    await expect(client.query('SELECT * FROM conversation.notes')).rejects.toThrow('permission denied for schema');
    await client.end();
    await other.drop();
  });

  function withPath({ appUrl, workerUrl, ownerUrl }: FreshDatabase, path: string) {
    const move = (url: string) => Object.assign(new URL(url), { pathname: path }).href;
    return { appUrl: move(appUrl), workerUrl: move(workerUrl), ownerUrl: move(ownerUrl) };
  }
});
