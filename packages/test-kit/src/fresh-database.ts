import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { migrate, provision, withKitMigrations, type MigrationClass, type SliceUrls } from '@polylogue/service-kit';
import { backingUrls } from './backing-urls.js';

/** The slice whose schema a database gets. */
export interface DatabaseOwner {
  /** `ai-dispatch`. */
  name: string;
  migrations?: readonly MigrationClass[];
}

/** A migrated database of one's own. */
export interface FreshDatabase extends SliceUrls {
  /** An administrator's URL, for looking at what no role may see. */
  adminUrl: string;
  drop(): Promise<void>;
}

/** A migrated database with the schemas of several slices, as the whole product keeps them. */
export interface SharedDatabase {
  name: string;
  adminUrl: string;
  drop(): Promise<void>;
}

/** Of every role: roles belong to a cluster, so all databases of a run have to agree. */
export const databasePassword = 'polylogue-test';

/** A migrated, empty database in milliseconds: a copy of a template made once per set of migrations. */
export async function freshDatabase(owner: DatabaseOwner): Promise<FreshDatabase> {
  const { name, ...database } = await copyTemplate(owner.name, [owner]);
  return { ...urlsOf(owner.name, name), ...database };
}

/** Likewise, with the schema of each of several slices. */
export const freshSharedDatabase = (owners: readonly DatabaseOwner[]): Promise<SharedDatabase> =>
  copyTemplate('product', owners);

async function copyTemplate(what: string, owners: readonly DatabaseOwner[]): Promise<SharedDatabase> {
  const template = await templateOf(what, owners);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin('postgres', (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    name,
    adminUrl: adminUrl(name),
    drop: async () =>
      void (await asAdmin('postgres', (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

async function templateOf(what: string, owners: readonly DatabaseOwner[]): Promise<string> {
  const template = `tpl_${what.replaceAll('-', '_')}_${await fingerprint(owners)}`;
  return asAdmin('postgres', async (admin) => {
    await admin.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [template]);
    const known = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (known.rowCount) return template;
    // Made under another name first: a run that is cut short leaves no half template behind.
    const making = `making_${randomBytes(8).toString('hex')}`;
    await provision(
      adminUrl('postgres'),
      owners.map(({ name }) => urlsOf(name, making)),
    );
    for (const { name, migrations = [] } of owners) {
      const { schema, ownerUrl } = urlsOf(name, making);
      await migrate({ schema, ownerUrl, migrations });
    }
    await admin.query(`ALTER DATABASE ${making} RENAME TO ${template}`);
    return template;
  });
}

/** What the migrations would run, so that an edited one gets a new template. */
async function fingerprint(owners: readonly DatabaseOwner[]): Promise<string> {
  const hash = createHash('sha256');
  const recorder = { query: (sql: string) => Promise.resolve(hash.update(sql) && []) } as unknown as QueryRunner;
  for (const { name, migrations = [] } of owners) {
    const all = withKitMigrations(urlsOf(name, '').schema, migrations);
    for (const Migration of all) await new Migration().up(recorder);
  }
  return hash.digest('hex').slice(0, 16);
}

function urlsOf(slice: string, database: string): SliceUrls {
  const schema = slice.replaceAll('-', '_');
  const url = (role: string) => {
    const one = new URL(adminUrl(database));
    one.username = `${schema}_${role}`;
    one.password = databasePassword;
    return one.href;
  };
  return { schema, appUrl: url('app'), workerUrl: url('worker'), ownerUrl: url('owner') };
}

function adminUrl(database: string): string {
  const url = new URL(backingUrls().postgres);
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin<T>(database: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl(database) });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
