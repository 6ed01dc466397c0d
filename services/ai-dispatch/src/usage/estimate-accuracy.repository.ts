import { Injectable } from '@nestjs/common';
import type { EstimateAccuracy } from '@polylogue/proto';
import { Database } from '@polylogue/service-kit';
import type { DayRange } from './usage-range.rules.js';

/** Of one service, with an estimate or without: what came last says most, and a year of calls need not be read for it. */
const maxCalls = 500;

interface AccuracyRow {
  ai_service: string;
  calls: number;
  within: number;
  median_ratio: number;
}

/** What calls came to beside what they were expected to; read by the worker role, as it is about all users. */
@Injectable()
export class EstimateAccuracyRepository {
  constructor(private readonly database: Database) {}

  async list({ from, to }: DayRange): Promise<EstimateAccuracy[]> {
    const rows = await this.database.worker.query<AccuracyRow[]>(
      `SELECT known.name AS ai_service, found.* FROM ai_dispatch.known_services known CROSS JOIN LATERAL (
         SELECT count(*)::integer AS calls,
           count(*) FILTER (WHERE cost_micros BETWEEN expected_low_micros AND expected_high_micros)::integer AS within,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY
             cost_micros::float8 * 2 / greatest(expected_low_micros + expected_high_micros, 1)) AS median_ratio
         FROM (SELECT * FROM ai_dispatch.calls
           WHERE ai_service = known.name AND started_at >= $1::timestamp AT TIME ZONE 'UTC'
             AND started_at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'
           ORDER BY started_at DESC LIMIT ${maxCalls}) latest
         WHERE expected_high_micros IS NOT NULL AND cost_micros IS NOT NULL AND outcome = 'completed') found
       WHERE found.calls > 0 ORDER BY found.calls DESC, known.name`,
      [from, to],
    );
    return rows.map(({ ai_service: aiService, calls, within, median_ratio: medianRatio }) => ({
      aiService,
      calls,
      within,
      medianRatio,
    }));
  }
}
