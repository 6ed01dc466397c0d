import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

/** The connections of a role. Throws while it is not connected. */
export function poolOf(source: DataSource): Pool {
  const { master } = source.driver as unknown as { master?: Pool };
  if (!master) throw new Error('Driver not Connected');
  return master;
}

/** The statement that a connection is lost in says so. */
const saidByStatement = () => undefined;

/** Lends a connection of the pool itself: what TypeORM makes for each transaction takes longer than to send a statement. */
export async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', saidByStatement);
  try {
    return await work(client);
  } finally {
    client.off('error', saidByStatement);
    client.release();
  }
}

/** What is sent from here on until an answer has to be waited for is one write to the connection, whose end `onSent` may add to. */
export function sendTogether(client: PoolClient, onSent?: (client: PoolClient) => void): void {
  const { stream } = connectionOf(client);
  stream.cork();
  // Behind all that is under way already: a tick comes once no promise can go on.
  process.nextTick(() => {
    onSent?.(client);
    stream.uncork();
  });
}

/** What is sent within is one write to the connection. */
export function inOneWrite<T>(client: PoolClient, send: () => T): T {
  const { stream } = connectionOf(client);
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** Never back into the pool in an unknown state: the pool drops a client that is ending, and its answers are not waited for. */
export function discard(client: PoolClient | undefined): void {
  if (!client) return;
  (client as unknown as { end(): Promise<void> }).end().catch(() => undefined);
  connectionOf(client).stream.destroy();
}

/** What pg writes to. */
const connectionOf = (client: PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection;
