import { Injectable } from '@nestjs/common';
import type { UsageRow } from '@polylogue/proto';
import { Database } from '@polylogue/service-kit';
import type { DayRange } from './usage-range.rules.js';
import type { DayOfService } from './usage-sums.rules.js';
import type { GroupColumns, SumColumns } from './usage.entity.js';
import { toRow, toSums } from './usage.mapper.js';

/** Where a page ended. */
interface Position {
  day: string;
  userId: string;
  aiService: string;
}

/** The nil user: owner of the sums of erased users. */
export const erasedUser = '00000000-0000-0000-0000-000000000000';

type FullRow = Required<Omit<GroupColumns, 'api_key_id'>>;

const names = [
  'calls',
  'failures',
  'input_tokens',
  'output_tokens',
  'uncounted_calls',
  'reported_micros',
  'estimated_micros',
  'unpriced_calls',
  'cached_tokens',
  'reasoning_tokens',
];
/** Of any rows. */
export const sums = names.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ');
const inRange = `FROM ai_dispatch.usage_days WHERE day BETWEEN $1 AND $2`;

/** The sums of the ledger, read for administrators by the worker role: they are about all users. */
@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  /** Each day and service, for all users together. */
  async daySums({ from, to }: DayRange): Promise<DayOfService[]> {
    const rows = await this.database.worker.query<Required<Omit<GroupColumns, 'user_id' | 'api_key_id'>>[]>(
      `SELECT to_char(usage_days.day, 'YYYY-MM-DD') AS day, ai_service, ${sums} ${inRange}
       GROUP BY usage_days.day, ai_service ORDER BY usage_days.day, ai_service`,
      [from, to],
    );
    return rows.map((row) => ({ day: row.day, aiService: row.ai_service, sums: toSums(row) }));
  }

  /** The users who cost most, and how many there are. */
  async sumByUser({ from, to }: DayRange, max: number): Promise<{ rows: UsageRow[]; found: number }> {
    const rows = await this.database.worker.query<(GroupColumns & { found: string })[]>(
      `WITH people AS MATERIALIZED (
         SELECT user_id, sum((reported_micros + estimated_micros)::float8) AS cost, sum(calls::float8) AS calls,
           count(*) OVER () AS found
         ${inRange} GROUP BY user_id ORDER BY cost DESC, calls DESC, user_id LIMIT $3)
       SELECT people.user_id, people.found, used.* FROM people, LATERAL (
         SELECT ${sums} ${inRange} AND user_id = people.user_id) used
       ORDER BY people.cost DESC, people.calls DESC, people.user_id`,
      [from, to, max],
    );
    return { rows: rows.map(toRow), found: Number(rows[0]?.found ?? 0) };
  }

  /** The API keys that cost most, and how many were used. */
  async sumByKey({ from, to }: DayRange, max: number): Promise<{ rows: UsageRow[]; found: number }> {
    const rows = await this.database.worker.query<(GroupColumns & { found: string })[]>(
      `SELECT user_id, api_key_id, ${sums}, count(*) OVER () AS found
       FROM ai_dispatch.key_days WHERE day BETWEEN $1 AND $2 GROUP BY user_id, api_key_id HAVING sum(key_days.calls) > 0
       ORDER BY sum(key_days.reported_micros + key_days.estimated_micros) DESC, sum(key_days.calls) DESC, api_key_id
       LIMIT $3`,
      [from, to, max],
    );
    return { rows: rows.map(toRow), found: Number(rows[0]?.found ?? 0) };
  }

  page({ from, to }: DayRange, after: Position | undefined, max: number): Promise<FullRow[]> {
    return this.database.worker.query<FullRow[]>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, user_id, ai_service, ${names.join(', ')} ${inRange}
       AND (day, user_id, ai_service) > ($3::date, $4::uuid, $5::text)
       ORDER BY usage_days.day, user_id, ai_service LIMIT $6`,
      [from, to, ...(after ? [after.day, after.userId, after.aiService] : beforeAll), max],
    );
  }

  /** One user's own day. */
  async sumOf(userId: string, day: string): Promise<{ calls: number; unpricedCalls: number }> {
    const [row] = await this.database.asUser(userId, (tx) =>
      tx.query<SumColumns[]>(`SELECT ${sums} FROM usage_days WHERE user_id = $1 AND day = $2`, [userId, day]),
    );
    return { calls: Number(row?.calls ?? 0), unpricedCalls: Number(row?.unpriced_calls ?? 0) };
  }
}

const beforeAll = ['-infinity', erasedUser, ''];
