import { sqlMigration } from '@polylogue/service-kit';

/**
 * What was sent with a call, whether its answer had to follow a schema, and what it was expected to cost; unknown before
 * this version.
 */
export const Estimates0014 = sqlMigration(
  '0014-estimates',
  `
ALTER TABLE ai_dispatch.calls
  ADD COLUMN sent_bytes integer,
  ADD COLUMN has_schema boolean,
  ADD COLUMN expected_low_micros bigint,
  ADD COLUMN expected_high_micros bigint;
`,
);
