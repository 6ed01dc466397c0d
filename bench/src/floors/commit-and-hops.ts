import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startChild } from '../processes/child.js';
import { now } from '../processes/clock.js';
import { echoClient } from './echo-service.js';

export type CommitAndHops = Awaited<ReturnType<typeof startCommitAndHops>>;

/** What no broadcast can do without: one durable commit, and two gRPC hops with nothing in them. */
export async function startCommitAndHops(adminUrl: string) {
  const database = new pg.Client({ connectionString: adminUrl });
  await database.connect();
  await database.query('create schema if not exists bench');
  await database.query('create table if not exists bench.floor (id uuid primary key, text text not null)');
  await database.query('set synchronous_commit = on');
  const last = startChild(new URL('./hop-process.js', import.meta.url));
  const first = startChild(new URL('./hop-process.js', import.meta.url));
  const echo = echoClient(await first.call<number>('serve', await last.call<number>('serve')));
  const bytes = Buffer.alloc(200, 'x');
  return {
    /** Milliseconds of one commit and the two hops after it. */
    async once() {
      const begun = now();
      const insert = { name: 'floor', text: 'insert into bench.floor values ($1, $2)' };
      await database.query({ ...insert, values: [randomUUID(), 'One message.'] });
      const committed = now();
      await echo(bytes);
      return { commit: committed - begun, hops: now() - committed };
    },
    async stop() {
      echo.close();
      await database.query('drop schema bench cascade');
      await Promise.all([database.end(), first.stop(), last.stop()]);
    },
  };
}
