import { sqlMigration } from '@polylogue/service-kit';

/**
 * Schedules of suites that are neither daily nor weekly. They stand in columns of their own: a process of the version before
 * reads `schedule` and `next_run_at` alone, and would run such a suite at times that nobody chose.
 */
export const SuiteRecurrences0060 = sqlMigration(
  '0060-suite-recurrences',
  `
-- JSON of quality.v1.SuiteSchedule; null where schedule says when it runs, or it runs by hand.
ALTER TABLE quality.suites ADD COLUMN recurrence jsonb;
ALTER TABLE quality.suites ADD COLUMN next_slot_at timestamptz;
`,
);
