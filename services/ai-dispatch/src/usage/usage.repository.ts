import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';
import type { DayRange } from './usage-range.rules.js';
import type { Group, GroupColumns, SumColumns } from './usage.entity.js';

/** Where a page ended. */
interface Place {
  day: string;
  userId: string;
  aiService: string;
}

type FullRow = Required<GroupColumns>;

const names = [
  ...['calls', 'failures', 'input_tokens', 'output_tokens', 'uncounted_calls'],
  ...['reported_micros', 'estimated_micros', 'unpriced_calls'],
];
const sums = names.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ');
const inRange = `FROM ai_dispatch.usage_days WHERE day BETWEEN $1 AND $2`;

/** What rows are about, what to call it, and how they are ordered: days in order, all else by what it cost. */
const byCost = 'sum(reported_micros + estimated_micros) DESC, sum(calls) DESC, 1';
const groups: Record<Group, { column: string; shown: string; order: string }> = {
  user: { column: 'user_id', shown: 'user_id', order: byCost },
  ai_service: { column: 'ai_service', shown: 'ai_service', order: byCost },
  day: { column: 'usage_days.day', shown: `to_char(usage_days.day, 'YYYY-MM-DD') AS day`, order: 'usage_days.day' },
};

/** The sums of the ledger, read for administrators by the worker role: they are about everybody. */
@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  async total({ from, to }: DayRange): Promise<SumColumns> {
    const rows = await this.database.worker.query<SumColumns[]>(`SELECT ${sums} ${inRange}`, [from, to]);
    return rows[0] as SumColumns;
  }

  async sumBy(group: Group, { from, to }: DayRange, most: number): Promise<{ rows: GroupColumns[]; found: number }> {
    const { column, shown, order } = groups[group];
    const rows = await this.database.worker.query<(GroupColumns & { found: string })[]>(
      `SELECT ${shown}, ${sums}, count(*) OVER () AS found ${inRange} GROUP BY ${column} ORDER BY ${order} LIMIT $3`,
      [from, to, most],
    );
    return { rows, found: Number(rows[0]?.found ?? 0) };
  }

  page({ from, to }: DayRange, after: Place | undefined, most: number): Promise<FullRow[]> {
    return this.database.worker.query<FullRow[]>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, user_id, ai_service, ${names.join(', ')} ${inRange}
       AND (day, user_id, ai_service) > ($3::date, $4::uuid, $5::text)
       ORDER BY usage_days.day, user_id, ai_service LIMIT $6`,
      [from, to, ...(after ? [after.day, after.userId, after.aiService] : beforeAll), most],
    );
  }

  /** One person's own day. */
  async sumOf(userId: string, day: string): Promise<{ calls: number; unpricedCalls: number }> {
    const [row] = await this.database.asUser(userId, (tx) =>
      tx.query<SumColumns[]>(`SELECT ${sums} FROM usage_days WHERE user_id = $1 AND day = $2`, [userId, day]),
    );
    return { calls: Number(row?.calls ?? 0), unpricedCalls: Number(row?.unpriced_calls ?? 0) };
  }
}

const beforeAll = ['-infinity', '00000000-0000-0000-0000-000000000000', ''];
