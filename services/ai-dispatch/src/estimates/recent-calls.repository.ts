import { Injectable } from '@nestjs/common';
import { Database, runPreparedAsWorker, type Prepared } from '@polylogue/service-kit';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { RecentCall } from './estimate.rules.js';

/** However often a service failed or judged lately, no more rows than this are looked at. */
const looked = 500;
const wanted = 50;

const findRecentCalls: Prepared = {
  name: 'find-recent-calls',
  text: `
SELECT sent_bytes AS "sentBytes", input_tokens AS "inputTokens", output_tokens AS "outputTokens", total_ms AS "totalMs"
FROM (SELECT * FROM ai_dispatch.calls WHERE ai_service = $1 ORDER BY started_at DESC LIMIT ${looked}) latest
WHERE outcome = 'completed' AND model = $2 AND task IS NOT DISTINCT FROM $4::text
  AND (task IS NOT NULL OR coalesce(has_schema, false) = $3) LIMIT ${wanted}`,
};

/** The kind of call that is looked for: a verdict by a schema says nothing of how long a reply will be. */
export interface CallKind extends Pick<AiServiceEntry, 'name' | 'model'> {
  hasSchema: boolean;
  /** Calls of one task are alike, by a schema or without. */
  task?: string | undefined;
}

/** How long a service's latest replies were and how long they took, for all users. */
@Injectable()
export class RecentCallsRepository {
  constructor(private readonly database: Database) {}

  find({ name, model, hasSchema, task }: CallKind): Promise<RecentCall[]> {
    return runPreparedAsWorker<RecentCall>(this.database, findRecentCalls, [name, model, hasSchema, task ?? null]);
  }
}
