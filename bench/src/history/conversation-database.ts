import { migrate, provision, type MigrationClass, type SliceUrls } from '@polylogue/service-kit';
import pg from 'pg';

export type ConversationDatabase = Awaited<ReturnType<typeof makeConversationDatabase>>;

/**
 * A database of its own in the product's PostgreSQL, made by conversation's migrations: its tables, indexes and triggers
 * are always the product's. `adminUrl` and `environment`: the product's.
 */
export async function makeConversationDatabase(name: string, adminUrl: string, environment: NodeJS.ProcessEnv) {
  const migrations = await migrationsOfConversation();
  const urlIn = (url = '') => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const urls: SliceUrls = {
    schema: 'conversation',
    appUrl: urlIn(environment['CONVERSATION_DATABASE_URL']),
    workerUrl: urlIn(environment['CONVERSATION_WORKER_DATABASE_URL']),
    ownerUrl: urlIn(environment['CONVERSATION_OWNER_DATABASE_URL']),
  };
  const drop = () => withClient(adminUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  await drop();
  await withClient(adminUrl, (admin) => admin.query(`CREATE DATABASE ${name}`));
  const url = urlIn(adminUrl);
  await provision(url, [urls]);
  return {
    /** Connects as PostgreSQL's administrator. */
    url,
    migrations,
    /** Runs those before `end` that have not run yet; all without it. */
    migrate: (end?: number) =>
      migrate({ schema: urls.schema, ownerUrl: urls.ownerUrl, migrations: migrations.slice(0, end) }),
    drop,
  };
}

async function migrationsOfConversation(): Promise<readonly MigrationClass[]> {
  const path = new URL('../../../services/conversation/dist/service.js', import.meta.url);
  const { service } = (await import(path.href)) as { service: { migrations: readonly MigrationClass[] } };
  return service.migrations;
}

/** Connects, works, and closes. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
