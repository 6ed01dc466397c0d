import { sqlMigration } from '@polylogue/service-kit';

/** Those whose process is gone are looked for among the open ones. */
export const OpenCalls0009 = sqlMigration(
  '0009-open-calls',
  `CREATE INDEX calls_open ON ai_dispatch.calls (started_at) WHERE ended_at IS NULL;`,
);
