import { sqlMigration } from '@polylogue/service-kit';

// How a result was generated, and its tokens: JSON of ai_dispatch.v1.Generation and Usage, absent where not recorded.
export const ResultGeneration0005 = sqlMigration(
  '0005-result-generation',
  `
ALTER TABLE scheduler.execution_results ADD COLUMN generation jsonb, ADD COLUMN usage jsonb;
`,
);
