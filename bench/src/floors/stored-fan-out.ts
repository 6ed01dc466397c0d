import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { migrate, provision, type MigrationClass, type SliceUrls } from '@polylogue/service-kit';
import pg from 'pg';
import type { Session } from '../client/session.js';
import { startChild } from '../processes/child.js';
import { cpuSeconds } from '../processes/usage.js';
import { askFanOut } from './ask-fan-out.js';

export type StoredFanOut = Awaited<ReturnType<typeof startStoredFanOut>>;

const name = 'stored_fan_out';

/**
 * The fan-out that stores, in its own process, with a database of its own in the product's PostgreSQL: made by
 * conversation's migrations, so that its tables, indexes and triggers are always the product's.
 */
export async function startStoredFanOut(upstreamPort: number, adminUrl: string, environment: NodeJS.ProcessEnv) {
  await makeDatabase(adminUrl, environment);
  const child = startChild(new URL('./stored-fan-out-process.js', import.meta.url));
  const port = await child.call<number>('listen', urlOf(adminUrl));
  const agent = new Agent({ keepAlive: true });
  const users: string[] = [];
  const userOf = (index: number) => (users[index] ??= randomUUID());
  return {
    seconds: () => cpuSeconds([child.pid]),
    /** The bytes it holds after a garbage collection. */
    liveBytes: () => child.call<number>('held'),
    /** As many users as are requested; always the same ones. */
    sessions: (count: number): Pick<Session, 'broadcast'>[] =>
      Array.from({ length: count }, (_, index) => ({
        broadcast: (key, services) => askFanOut({ port, upstreamPort, agent, key, services, userId: userOf(index) }),
      })),
    async stop() {
      agent.destroy();
      await child.stop();
      await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function makeDatabase(adminUrl: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const path = new URL('../../../services/conversation/dist/service.js', import.meta.url);
  const { service } = (await import(path.href)) as { service: { migrations: readonly MigrationClass[] } };
  const role = (variable: string) => urlOf(environment[variable] ?? '');
  const urls: SliceUrls = {
    schema: 'conversation',
    appUrl: role('CONVERSATION_DATABASE_URL'),
    workerUrl: role('CONVERSATION_WORKER_DATABASE_URL'),
    ownerUrl: role('CONVERSATION_OWNER_DATABASE_URL'),
  };
  await provision(adminUrl, [urls]);
  await migrate({ schema: urls.schema, ownerUrl: urls.ownerUrl, migrations: service.migrations });
}

function urlOf(url: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
