import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { migrate, provision, type MigrationClass, type SliceUrls } from '@polylogue/service-kit';
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

const password = 'polylogue-test';

/** A migrated, empty database in milliseconds: a copy of a template made once per set of migrations. */
export async function freshDatabase(owner: DatabaseOwner): Promise<FreshDatabase> {
  const template = await templateOf(owner);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin('postgres', (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    ...urlsOf(owner.name, name),
    adminUrl: adminUrl(name),
    drop: async () =>
      void (await asAdmin('postgres', (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

async function templateOf({ name, migrations = [] }: DatabaseOwner): Promise<string> {
  const schema = name.replaceAll('-', '_');
  const template = `tpl_${schema}_${await fingerprint(migrations)}`;
  return asAdmin('postgres', async (admin) => {
    await admin.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [template]);
    const known = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (known.rowCount) return template;
    // Made under another name first: a run that is cut short leaves no half template behind.
    const making = `making_${randomBytes(8).toString('hex')}`;
    const urls = urlsOf(name, making);
    await provision(adminUrl('postgres'), [urls]);
    await migrate({ schema, ownerUrl: urls.ownerUrl, migrations });
    await admin.query(`ALTER DATABASE ${making} RENAME TO ${template}`);
    return template;
  });
}

/** What the migrations would run, so that an edited one gets a new template. */
async function fingerprint(migrations: readonly MigrationClass[]): Promise<string> {
  const hash = createHash('sha256').update('3');
  const recorder = { query: (sql: string) => Promise.resolve(hash.update(sql) && []) } as unknown as QueryRunner;
  for (const Migration of migrations) await new Migration().up(recorder);
  return hash.digest('hex').slice(0, 16);
}

function urlsOf(slice: string, database: string): SliceUrls {
  const schema = slice.replaceAll('-', '_');
  const url = (role: string) => {
    const one = new URL(adminUrl(database));
    one.username = `${schema}_${role}`;
    one.password = password;
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
