import { sqlMigration } from '@polylogue/service-kit';

// What was sent with a call and what it was expected to cost; unknown before this version.
export const Estimates0014 = sqlMigration(
  '0014-estimates',
  `
ALTER TABLE ai_dispatch.calls
  ADD COLUMN sent_bytes integer,
  ADD COLUMN expected_low_micros bigint,
  ADD COLUMN expected_high_micros bigint;
CREATE INDEX calls_with_estimate ON ai_dispatch.calls (ai_service, started_at DESC)
  WHERE expected_high_micros IS NOT NULL AND cost_micros IS NOT NULL;
`,
);
