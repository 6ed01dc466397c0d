import pg from 'pg';
import { envPrefix } from '../config/base-config.js';
import { rolesOf } from './row-security.js';

/** The three URLs of a slice. All name one database. */
export interface SliceUrls {
  schema: string;
  appUrl: string;
  workerUrl: string;
  ownerUrl: string;
}

/** Every slice with a database. */
export const slicesWithDatabase = ['gateway', 'conversation', 'ai-dispatch', 'quality', 'scheduler', 'admin'] as const;

/** The slices whose three URLs stand in the environment. */
export function sliceUrlsFrom(env: NodeJS.ProcessEnv): SliceUrls[] {
  return slicesWithDatabase.flatMap((slice) => {
    const prefix = envPrefix(slice);
    const appUrl = env[`${prefix}_DATABASE_URL`];
    const workerUrl = env[`${prefix}_WORKER_DATABASE_URL`];
    const ownerUrl = env[`${prefix}_OWNER_DATABASE_URL`];
    return appUrl && workerUrl && ownerUrl ? [{ schema: slice.replaceAll('-', '_'), appUrl, workerUrl, ownerUrl }] : [];
  });
}

/** Makes the database, the schemas and the roles with the passwords of the URLs. May be run again at any time. */
export async function provision(adminUrl: string, slices: readonly SliceUrls[]): Promise<void> {
  const databases = new Set(slices.map(({ appUrl }) => databaseOf(appUrl)));
  await withClient(adminUrl, async (admin) => {
    // One at a time in the whole cluster: roles belong to it, not to a database.
    await admin.query(`SELECT pg_advisory_lock(hashtextextended('polylogue provision', 0))`);
    for (const slice of slices) await makeRoles(admin, slice);
    for (const database of databases) await makeDatabase(admin, database);
    for (const database of databases) {
      const url = new URL(adminUrl);
      url.pathname = `/${database}`;
      const inside = slices.filter(({ appUrl }) => databaseOf(appUrl) === database);
      await withClient(url.href, (client) => makeSchemas(client, inside));
    }
  });
}

async function makeRoles(admin: pg.Client, { schema, appUrl, workerUrl, ownerUrl }: SliceUrls): Promise<void> {
  const expected = rolesOf(schema);
  for (const [url, name] of [
    [ownerUrl, expected.owner],
    [appUrl, expected.app],
    [workerUrl, expected.worker],
  ] as const) {
    const { username, password } = new URL(url);
    if (username !== name) throw new Error(`The URL of the role ${name} names the user "${username}" instead.`);
    const known = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    const secret = admin.escapeLiteral(decodeURIComponent(password));
    const verb = known.rowCount === 0 ? 'CREATE' : 'ALTER';
    await admin.query(`${verb} ROLE ${name} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD ${secret}`);
  }
}

async function makeDatabase(admin: pg.Client, name: string): Promise<void> {
  const known = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (known.rowCount === 0) {
    await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(name)} ENCODING 'UTF8' TEMPLATE template0`);
  }
  await admin.query(`REVOKE ALL ON DATABASE ${admin.escapeIdentifier(name)} FROM PUBLIC`);
}

async function makeSchemas(client: pg.Client, slices: readonly SliceUrls[]): Promise<void> {
  await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
  for (const { schema, appUrl } of slices) {
    const { owner, app, worker } = rolesOf(schema);
    const database = client.escapeIdentifier(databaseOf(appUrl));
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${owner}, ${app}, ${worker}`);
    // An admin who is no superuser must belong to the owner to hand it a schema.
    await client.query(`GRANT ${owner} TO CURRENT_USER`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${owner}`);
    await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${app}, ${worker}`);
  }
}

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
