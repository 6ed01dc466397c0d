import { onlineMigration } from '@polylogue/service-kit';

/** The calls whose estimate can be compared with a cost, the latest of a service first. */
export const EstimatesByIndex0017 = onlineMigration(
  '0017-estimates-by-index',
  // One that was broken off is left behind, and is no index.
  'DROP INDEX CONCURRENTLY IF EXISTS ai_dispatch.calls_with_estimate',
  `CREATE INDEX CONCURRENTLY calls_with_estimate ON ai_dispatch.calls (ai_service, started_at DESC)
   WHERE expected_high_micros IS NOT NULL AND cost_micros IS NOT NULL`,
);
