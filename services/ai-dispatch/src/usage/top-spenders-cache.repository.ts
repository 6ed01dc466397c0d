import { Injectable } from '@nestjs/common';
import type { UsageRow } from '@polylogue/proto';
import { Database, type Transaction } from '@polylogue/service-kit';
import type { DayRange } from './usage-range.rules.js';
import type { GroupColumns } from './usage.entity.js';
import { toRow } from './usage.mapper.js';
import { erasedUser, sums } from './usage.repository.js';

/** The days of a span: those before `open` are over, the others are still counted on. */
export interface SpanDays extends DayRange {
  open: string;
}

const sumOf = (days: string) => `
SELECT user_id, sum(reported_micros + estimated_micros)::bigint AS micros, sum(calls)::bigint AS calls
FROM ai_dispatch.usage_days WHERE ${days} AND user_id <> '${erasedUser}' GROUP BY user_id`;

const makeSql = `
WITH used AS MATERIALIZED (${sumOf('day >= $2::date AND day < $3::date')}), gone AS (
  DELETE FROM ai_dispatch.usage_people p WHERE days = $1::smallint AND NOT EXISTS (SELECT FROM used WHERE used.user_id = p.user_id)
)
INSERT INTO ai_dispatch.usage_people AS p SELECT $1::smallint, user_id, micros, calls, micros, calls FROM used
ON CONFLICT (days, user_id) DO UPDATE SET over_micros = excluded.over_micros, over_calls = excluded.over_calls,
  micros = excluded.micros, calls = excluded.calls`;

// Nothing is added to what stands there: however often this is done, the sums are those of the days.
const renewSql = `
INSERT INTO ai_dispatch.usage_people AS p
SELECT $1::smallint, used.user_id, 0, 0, used.micros, used.calls
FROM (${sumOf('day >= $2::date AND day <= $3::date')}) used
LEFT JOIN ai_dispatch.usage_people k ON k.days = $1::smallint AND k.user_id = used.user_id
WHERE (k.micros - k.over_micros, k.calls - k.over_calls) IS DISTINCT FROM (used.micros, used.calls)
ON CONFLICT (days, user_id) DO UPDATE SET micros = p.over_micros + excluded.micros, calls = p.over_calls + excluded.calls`;

// The sums of erased users are those of one user without a name, added up here; figures are those of now, only the order is kept.
const readSql = `
WITH span AS (
  SELECT people + (SELECT count(*) FROM (
    SELECT FROM ai_dispatch.usage_days WHERE user_id = '${erasedUser}' AND day BETWEEN $1 AND $2 LIMIT 1) erased) AS found
  FROM ai_dispatch.usage_spans
  WHERE days = $3 AND from_day = $1 AND to_day = $2 AND people >= $5 AND kept_at > now() - interval '3 minutes'
), people AS MATERIALIZED (
  (SELECT user_id FROM ai_dispatch.usage_people WHERE days = $3 ORDER BY micros DESC, calls DESC, user_id LIMIT $4)
  UNION ALL SELECT '${erasedUser}'
)
SELECT people.user_id, span.found, used.* FROM span, people, LATERAL (
  SELECT ${sums} FROM ai_dispatch.usage_days WHERE day BETWEEN $1 AND $2 AND user_id = people.user_id) used
WHERE used.calls > 0
ORDER BY used.reported_micros + used.estimated_micros DESC, used.calls DESC, people.user_id LIMIT $4`;

/** Who cost how much in the usual spans of days, kept so that no sums are made when the page is opened. */
@Injectable()
export class TopSpendersCacheRepository {
  constructor(private readonly database: Database) {}

  /** The top spenders and how many there are; undefined unless the range is kept and has at least so many `users`. */
  async top({ from, to }: DayRange, span: number, max: number, users: number) {
    const rows = await this.database.worker.query<(GroupColumns & { found: string })[]>(readSql, [
      from,
      to,
      span,
      max,
      users,
    ]);
    return rows[0] && { rows: rows.map(toRow) satisfies UsageRow[], found: Number(rows[0].found) };
  }

  /** Takes a span until the end of the transaction; undefined while another replica has it, or has just had it. */
  async take(tx: Transaction, span: number): Promise<{ from: string | null; open: string | null } | undefined> {
    const [taken] = await tx.query<{ from: string | null; open: string | null }[]>(
      `SELECT from_day::text AS "from", open_day::text AS open FROM ai_dispatch.usage_spans
       WHERE days = $1 AND (kept_at IS NULL OR kept_at < now() - interval '45 seconds') FOR UPDATE SKIP LOCKED`,
      [span],
    );
    return taken;
  }

  /** Adds up the days that are over. */
  async make(tx: Transaction, span: number, { from, open }: SpanDays): Promise<void> {
    await tx.query(makeSql, [span, from, open]);
  }

  /** Puts the days that are still counted on beside them. */
  async renew(tx: Transaction, span: number, { from, open, to }: SpanDays): Promise<void> {
    await tx.query(renewSql, [span, open, to]);
    await tx.query(
      `UPDATE ai_dispatch.usage_spans SET from_day = $2, open_day = $3, to_day = $4, kept_at = now(),
         people = (SELECT count(*) FROM ai_dispatch.usage_people WHERE days = $1) WHERE days = $1`,
      [span, from, open, to],
    );
  }
}
