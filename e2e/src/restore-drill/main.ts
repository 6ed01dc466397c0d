// `npm run restore-drill`: backs an installation up while it is in use, loses it, restores it into an empty one, and says of each
// promise whether it is kept.
import { rm } from 'node:fs/promises';
import { fakeAi } from '@polylogue/test-kit';
import pg from 'pg';
import { backUp, filesIn, restoreDatabase, restoreFiles, schemaOf, type Backup } from './backup.js';
import { checkRunning, seenBy, type Verdict } from './checks.js';
import { differing, digestsOf } from './digests.js';
import { emptyFolder, startInstallation, type Installation } from './installation.js';
import { fallDue, use } from './use.js';

const say = (line: string) => console.warn(line);
const folders: string[] = [];
const folder = async (name: string) => {
  const made = await emptyFolder(name);
  folders.push(made);
  return made;
};
let running: Installation | undefined;
let isOver = false;
const cleanUp = async () => {
  isOver = true;
  await running?.lose();
  for (const each of folders) await rm(each, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    if (!isOver) void cleanUp().finally(() => process.exit(130));
  });
}

/** What was restored, before anything runs on it. */
async function checkRestored(backup: Backup, { databaseUrl, folder: at }: Installation): Promise<Verdict[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tables = differing(backup.digests, await digestsOf(client)).map((name) => `${name} differs`);
  await client.end();
  const schema = (await schemaOf(databaseUrl)) === backup.schema ? [] : ['pg_dump --schema-only differs'];
  const files = differing(backup.files, await filesIn(at, 'media')).map((name) => `${name} differs`);
  const [tableCount, fileCount] = [Object.keys(backup.digests).length, Object.keys(backup.files).length];
  return [
    { promise: `each of ${tableCount} tables has the same rows, by count and hash`, broken: tables },
    { promise: 'tables, rights, policies and functions are the same', broken: schema },
    {
      promise: `each of ${fileCount} media files has the same bytes`,
      broken: fileCount === 0 ? ['there are none'] : files,
    },
  ];
}

const began = performance.now();
const vendor = await fakeAi();
try {
  say('an installation in use');
  running = await startInstallation(await folder('from'), say);
  const used = await use(running, vendor);
  const seen = await seenBy(running, used);
  say('backing up');
  const backup = await backUp(running, await folder('backup'));
  say('losing it');
  await running.lose();
  running = undefined;
  say('restoring into an empty installation');
  const empty = await folder('to');
  await restoreFiles(backup, empty);
  running = await startInstallation(empty, say);
  await running.stopServers();
  await restoreDatabase(backup, running);
  const restored = await checkRestored(backup, running);
  await fallDue(running, used.due);
  await running.startServers();
  const verdicts = [...restored, ...(await checkRunning(running, used, vendor, seen))];
  for (const { promise, broken } of verdicts) {
    process.stdout.write(
      `${broken.length === 0 ? 'PASS' : 'FAIL'}  ${promise}${broken.map((why) => `\n      ${why}`).join('')}\n`,
    );
  }
  const failed = verdicts.filter(({ broken }) => broken.length > 0).length;
  process.stdout.write(
    `${verdicts.length - failed} of ${verdicts.length} kept, ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await cleanUp();
  await vendor.close();
}
