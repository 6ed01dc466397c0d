import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Redis } from 'ioredis';
import { connect } from 'nats';
import pg from 'pg';
import type { Product } from './product.js';

/** Something that was found, and where: `postgres conversation.messages`. */
export interface Finding {
  where: string;
  what: string;
}

/** What is looked for, by name. */
export type Needles = Readonly<Record<string, string>>;

type SearchedProduct = Pick<Product, 'databaseUrl'>;

/** The database of the product, as its administrator. */
export async function openDatabase(product: SearchedProduct): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  return client;
}

/** Looks for texts in everything the product keeps: each column of each table, keys and values, streams, files. */
export async function searchStores(product: Product, needles: Needles): Promise<Finding[]> {
  const found = await Promise.all([
    searchPostgres(product, needles),
    searchRedis(product.backing.redis.url, needles),
    searchNats(product.backing.nats.url, needles),
    searchFiles(product.folder, needles),
  ]);
  return found.flat();
}

/** The names of those that stand in a text, in whatever case. */
export function namesIn(text: string, needles: Needles): string[] {
  const lower = text.toLowerCase();
  return Object.keys(needles).filter((name) => lower.includes(needles[name]!.toLowerCase()));
}

/** Rows as text, bytes as hex. Findings in events name their subject, so that a test may allow some. */
export async function searchPostgres(product: SearchedProduct, needles: Needles): Promise<Finding[]> {
  const client = await openDatabase(product);
  try {
    const { rows: tables } = await client.query<{ name: string; hasSubject: boolean }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name, c.relname IN ('outbox', 'dead_letters') AS "hasSubject"
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname !~ '^pg_|^information_schema$' ORDER BY 1`,
    );
    const found: Finding[] = [];
    for (const { name, hasSubject } of tables) {
      for (const [what, needle] of Object.entries(needles)) {
        const { rows } = await client.query<{ note: string }>(
          `SELECT DISTINCT ${hasSubject ? 'subject' : `''`} AS note FROM ${name} t
           WHERE strpos(lower(t::text), lower($1)) > 0 OR strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0`,
          [needle],
        );
        for (const { note } of rows) found.push({ where: `postgres ${name} ${note}`.trim(), what });
      }
    }
    return found;
  } finally {
    await client.end();
  }
}

const minuteMs = 60_000;

/** Keys and values; of what lasts a minute at most it is said. */
export async function searchRedis(url: string, needles: Needles): Promise<Finding[]> {
  const redis = new Redis(url);
  const found: Finding[] = [];
  try {
    for await (const keys of redis.scanStream({ count: 500 })) {
      for (const key of keys as string[]) {
        const text = `${key} ${JSON.stringify(await valueOf(redis, key))}`;
        const remaining = await redis.pttl(key);
        const store = remaining >= 0 && remaining <= minuteMs ? 'redis for a minute' : 'redis';
        for (const what of namesIn(text, needles)) found.push({ where: `${store} ${key}`, what });
      }
    }
    return found;
  } finally {
    redis.disconnect();
  }
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, 0, -1);
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return redis.get(key);
  }
}

async function searchNats(url: string, needles: Needles): Promise<Finding[]> {
  const connection = await connect({ servers: new URL(url).host });
  try {
    const manager = await connection.jetstreamManager();
    const found: Finding[] = [];
    for await (const { config, state } of manager.streams.list()) {
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        const message = await manager.streams.getMessage(config.name, { seq }).catch(() => undefined);
        if (!message) continue;
        const text = `${message.subject} ${message.string()} ${[...message.header].map(String).join(' ')}`;
        for (const what of namesIn(text, needles)) found.push({ where: `nats ${message.subject}`, what });
      }
    }
    return found;
  } finally {
    await connection.close();
  }
}

// The contents of PostgreSQL, NATS and Redis are read through their own protocols above.
const isReadElsewhere = (name: string) => /^(postgres|nats|redis)(\/|$)/.test(name);

/** Names and contents of files. */
export async function searchFiles(folder: string, needles: Needles, isSkipped = isReadElsewhere): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (isSkipped(name) || !entry.isFile()) continue;
    // A file may be deleted meanwhile.
    const text = await readFile(path, 'latin1').catch(() => '');
    for (const what of namesIn(`${name} ${text}`, needles)) found.push({ where: `file ${name}`, what });
  }
  return found;
}
