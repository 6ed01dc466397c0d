import { expect, it } from '@jest/globals';
import { migrate } from '@polylogue/service-kit';
import pg from 'pg';
import { backingUrls, freshDatabase, startSlice, until, type FreshDatabase } from '../src/index.js';
import { sample } from './slice/sample.service.js';

/** Starts the sample slice, and answers how often it has said so far that it waits. */
function start(database: FreshDatabase) {
  const waits: string[] = [];
  const onLog = ({ msg, err }: Record<string, unknown>) => {
    if (msg === 'waiting for the database') waits.push((err as { message: string }).message);
  };
  return { started: startSlice(sample, { database, onLog }), waits };
}

it('a server that starts before its tables are made waits for them', async () => {
  const database = await freshDatabase({ name: sample.name });
  const { started, waits } = start(database);
  expect(await until(() => waits.at(-1))).toContain('these migrations have not run: notes');
  const { schema, ownerUrl } = database;
  await migrate({ schema, ownerUrl, migrations: sample.migrations ?? [] });
  await (await started).close();
  await database.drop();
});

it('and so does one that starts before its database is', async () => {
  const database = await freshDatabase(sample);
  const name = new URL(database.appUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: backingUrls().postgres });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} RENAME TO later_${name}`);
  const { started, waits } = start(database);
  expect(await until(() => waits.at(-1))).toContain('does not exist');
  await admin.query(`ALTER DATABASE later_${name} RENAME TO ${name}`);
  await admin.end();
  await (await started).close();
  await database.drop();
});
