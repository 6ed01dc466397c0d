import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '@polylogue/build-kit/backing';
import pg from 'pg';
import { digestsOf, type Digests } from './digests.js';
import type { Installation } from './installation.js';

const run = promisify(execFile);

/** What an operator keeps, and what the oracle knows of it. */
export interface Backup {
  folder: string;
  digests: Digests;
  schema: string;
  files: Digests;
}

/** What is kept beside the database: the keys, and the media. */
const kept = ['secrets.json', 'media'];

/** Backs up while the installation is in use: the database as it is at one moment, then keys and media. */
export async function backUp({ databaseUrl, folder: from }: Installation, folder: string): Promise<Backup> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The oracle looks at exactly what is dumped.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
    const options = ['-Fc', '-f', join(folder, 'polylogue.dump'), `--snapshot=${rows[0]!.snapshot}`];
    await postgresProgram('pg_dump', ['-d', databaseUrl, ...options]);
    const digests = await digestsOf(client);
    await client.query('COMMIT');
    for (const name of kept) await copyIfThere(join(from, name), join(folder, name));
    return { folder, digests, schema: await schemaOf(databaseUrl), files: await filesIn(folder, 'media') };
  } finally {
    await client.end();
  }
}

/** Puts the keys and the media into an empty folder: the keys first, PostgreSQL takes its passwords from them. */
export async function restoreFiles(backup: Backup, folder: string): Promise<void> {
  for (const name of kept) await copyIfThere(join(backup.folder, name), join(folder, name));
}

/** Puts the database in place of the one that an empty installation made. */
export async function restoreDatabase(backup: Backup, { databaseUrl }: Installation): Promise<void> {
  const whole = ['--clean', '--if-exists', '--exit-on-error'];
  await postgresProgram('pg_restore', ['-d', databaseUrl, ...whole, join(backup.folder, 'polylogue.dump')]);
}

/** Tables, rights, policies and functions, as pg_dump writes them. */
export async function schemaOf(databaseUrl: string): Promise<string> {
  const { stdout } = await postgresProgram('pg_dump', ['-d', databaseUrl, '--schema-only']);
  // Newer ones begin and end with a word that is drawn anew each time.
  return stdout.replaceAll(/^\\(un)?restrict .*\n/gm, '');
}

/** The hash of each file below a folder. */
export async function filesIn(folder: string, name: string): Promise<Digests> {
  const root = join(folder, name);
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashed = files.map(async (path) => {
    const hash = createHash('sha256').update(await readFile(path));
    return [relative(root, path), hash.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

async function copyIfThere(from: string, to: string): Promise<void> {
  const isThere = await access(from).then(
    () => true,
    () => false,
  );
  if (isThere) await cp(from, to, { recursive: true, preserveTimestamps: true });
}

/** pg_dump and pg_restore beside the server that is used; PostgreSQL from npm has none. */
async function postgresProgram(name: string, args: string[]) {
  const { chosen } = await findPostgres(process.env);
  const program = join(chosen?.folder ?? '', name);
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    throw new Error(
      `The drill needs ${name}. Install PostgreSQL with its programs (Debian, Ubuntu: apt-get install postgresql).`,
    );
  }
  return run(program, args, { maxBuffer: 1 << 28, timeout: 600_000 });
}
