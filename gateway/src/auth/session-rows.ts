import type { Pool } from 'pg';

/** What is asked of the session table beside what express-session does. */
export class SessionRows {
  constructor(private readonly pool: Pool) {}

  /** Those of the sessions that still stand. */
  async alive(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ sid: string }>(
      'SELECT sid FROM gateway.sessions WHERE sid = ANY($1) AND expire > now()',
      [[...new Set(ids)]],
    );
    return new Set(rows.map(({ sid }) => sid));
  }

  async ping(): Promise<void> {
    await this.pool.query('SELECT 1');
  }
}
