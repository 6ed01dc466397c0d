import pg, { type PoolClient, type QueryResult, type QueryResultRow } from 'pg';

/** A statement that each connection plans once: for the few that run all the time and cost more to plan than to run. */
export interface Prepared {
  /** Names the statement on its connection: once per schema and role. */
  name: string;
  text: string;
}

/**
 * Sends a prepared statement. As an object of pg's own: one that only describes it would be copied property by property,
 * which takes as long as to write it to the connection.
 */
export function queryPrepared<R extends QueryResultRow>(
  client: PoolClient,
  { name, text }: Prepared,
  values: readonly unknown[],
): Promise<QueryResult<R>> {
  return new Promise((resolve, reject) => {
    const answer = (error: Error | undefined, result: unknown) =>
      error ? reject(error) : resolve(result as QueryResult<R>);
    client.query(Object.assign(new pg.Query(text, [...values], answer), { name }));
  });
}
