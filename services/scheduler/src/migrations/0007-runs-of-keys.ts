import { sqlMigration } from '@polylogue/service-kit';

// The API key by which a run was asked for, as JSON of its id and budget: its calls are the key's.
export const RunsOfKeys0007 = sqlMigration(
  '0007-runs-of-keys',
  `
ALTER TABLE scheduler.executions ADD COLUMN api_key jsonb;
`,
);
