import { Injectable } from '@nestjs/common';
import { Database, runPreparedAsWorker, type Prepared } from '@polylogue/service-kit';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { RecentCall } from './estimate.rules.js';

/** However often a service failed lately, no more rows than this are looked at. */
const looked = 200;
const wanted = 50;

const findRecentCalls: Prepared = {
  name: 'find-recent-calls',
  text: `
SELECT sent_bytes AS "sentBytes", input_tokens AS "inputTokens", output_tokens AS "outputTokens", total_ms AS "totalMs"
FROM (SELECT * FROM ai_dispatch.calls WHERE ai_service = $1 ORDER BY started_at DESC LIMIT ${looked}) latest
WHERE outcome = 'completed' AND model = $2 LIMIT ${wanted}`,
};

/** How long a service's latest replies were and how long they took, whoever they were for. */
@Injectable()
export class RecentCallsRepository {
  constructor(private readonly database: Database) {}

  find({ name, model }: Pick<AiServiceEntry, 'name' | 'model'>): Promise<RecentCall[]> {
    return runPreparedAsWorker<RecentCall>(this.database, findRecentCalls, [name, model]);
  }
}
