/** @import { Probe } from './probe-tcp.js' */
import { probeTcp } from './probe-tcp.js';
import { BackingError } from './backing-error.js';
import { minMajor } from './postgres-binaries.js';

/** @param {string} url of a superuser, or of a user that may create roles and databases */
export async function externalPostgres(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const answer = await client.query('show server_version');
    const [version = ''] = String(answer.rows[0].server_version).split(' ');
    if (Number.parseInt(version, 10) < minMajor) {
      throw new BackingError('other_version', `DATABASE_URL leads to PostgreSQL ${version}; 15 or later is needed.`);
    }
    return { url, version, source: 'DATABASE_URL' };
  } catch (error) {
    if (error instanceof BackingError) throw error;
    const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new BackingError('unreachable', `DATABASE_URL is set, but connecting failed: ${message || code}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @param {string} url @param {string} [name] of the variable, for the sentence */
export async function externalNats(url, name = 'NATS_URL') {
  await reach(url, name, 4222, { expect: 'INFO ' });
  return { url, source: name };
}

/** @param {string} url @param {string} [name] of the variable, for the sentence */
export async function externalRedis(url, name = 'REDIS_URL') {
  // A server that wants a password first answers -NOAUTH, which is an answer.
  const isTls = url.startsWith('rediss:');
  if (!isTls) await reach(url, name, 6379, { say: 'PING\r\n', expect: '\r\n' });
  return { url, source: name };
}

/** @param {string} url @param {string} name @param {number} standardPort @param {Probe} probe */
async function reach(url, name, standardPort, probe) {
  const [first = ''] = url.split(',');
  const { hostname, port } = new URL(first);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (await probeTcp(Number(port || standardPort), { ...probe, host, timeoutMs: 5000 })) return;
  throw new BackingError(
    'unreachable',
    `${name} is set, but nothing answers as expected at ${hostname}:${port || standardPort}.`,
  );
}
