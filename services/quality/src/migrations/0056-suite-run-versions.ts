import { sqlMigration } from '@polylogue/service-kit';

/** By which version of the assertions a run checks. Runs by different ones are not compared. */
export const SuiteRunVersions0056 = sqlMigration(
  '0056-suite-run-versions',
  `
ALTER TABLE quality.suite_runs ADD COLUMN version integer NOT NULL DEFAULT 1;
`,
);
