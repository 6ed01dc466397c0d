import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EndKind } from '@polylogue/proto';
import pg from 'pg';
import { startRunning, type Answer, type Running } from './running.js';

/** Several processes of the service on one database and one Redis, as far as they can tell. */
export interface Replicas {
  all: Running[];
  /** Calls the replicas in turn, all at once. */
  dispatchMany(count: number, aiService: string, call: Parameters<Running['dispatch']>[1]): Promise<Answer[]>;
  query<R extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

/** A file of prices that is gone once the service has read it. */
export function priceFile(prices: object[]): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'ai-prices-'));
  const path = join(folder, 'prices.yaml');
  writeFileSync(path, JSON.stringify(prices));
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

export async function startReplicas(count: number, rows: object[], env: Record<string, string>): Promise<Replicas> {
  const first = await startRunning(rows, { env });
  const { database, eventsPrefix } = first;
  const all = [first];
  while (all.length < count) all.push(await startRunning(rows, { env, database, eventsPrefix }));
  return {
    all,
    dispatchMany: (wanted, aiService, call) =>
      Promise.all(Array.from({ length: wanted }, (_, turn) => all[turn % count]!.dispatch(aiService, call))),
    async query(sql, ...values) {
      const client = new pg.Client({ connectionString: database.adminUrl });
      await client.connect();
      try {
        return (await client.query(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    async close() {
      for (const each of all.reverse()) await each.close();
    },
  };
}

/** How many ended how: `completed`, or the code of the error. */
export function countEnds(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { end } of answers) {
    const how = end.kind === EndKind.COMPLETED ? 'completed' : (end.error?.code ?? 'cancelled');
    counts[how] = (counts[how] ?? 0) + 1;
  }
  return counts;
}
