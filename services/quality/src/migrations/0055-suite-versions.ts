import { sqlMigration } from '@polylogue/service-kit';

/** Which version of its assertions a suite has; a change adds one. */
export const SuiteVersions0055 = sqlMigration(
  '0055-suite-versions',
  `
ALTER TABLE quality.suites ADD COLUMN version integer NOT NULL DEFAULT 1;
`,
);
