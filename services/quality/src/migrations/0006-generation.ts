import { sqlMigration } from '@polylogue/service-kit';

// How a verdict and the reply it is about were generated, and what the verdict took: JSON of messages of ai_dispatch.v1,
// absent where not recorded.
export const Generation0006 = sqlMigration(
  '0006-generation',
  `
ALTER TABLE quality.assessments
  ADD COLUMN judge jsonb, ADD COLUMN judged jsonb, ADD COLUMN usage jsonb, ADD COLUMN cost jsonb;
`,
);
