import type pg from 'pg';

/** Rows and hash of each table, by name. */
export type Digests = Readonly<Record<string, string>>;

/** Of every table there is, as the transaction of the client sees it; rows count in no order. */
export async function digestsOf(client: pg.Client): Promise<Digests> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT count(*) || ' rows, ' || md5(coalesce(string_agg(hash, '' ORDER BY hash), '')) AS digest
       FROM (SELECT md5(t::text) AS hash FROM ${name} t) AS hashed`,
    );
    digests[name] = rows[0]!.digest;
  }
  return digests;
}

/** Names of what differs between two of them. */
export function differing(one: Digests, other: Digests): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name] !== other[name]).sort();
}
