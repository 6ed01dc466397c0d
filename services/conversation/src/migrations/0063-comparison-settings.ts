import { sqlMigration } from '@polylogue/service-kit';

/** How the services of a comparison answer in it, beside its title, star and tags. */
export const ComparisonSettings0063 = sqlMigration(
  '0063-comparison-settings',
  `
ALTER TABLE conversation.comparisons ADD COLUMN settings jsonb;
`,
);
