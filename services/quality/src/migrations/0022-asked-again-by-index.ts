import { onlineMigration } from '@polylogue/service-kit';

/** What users asked again in the last 24 hours, for the limit of calls. */
export const AskedAgainByIndex0022 = onlineMigration(
  '0022-asked-again-by-index',
  // A build that was interrupted leaves an invalid index behind.
  'DROP INDEX CONCURRENTLY IF EXISTS quality.assessments_asked_again',
  `CREATE INDEX CONCURRENTLY assessments_asked_again ON quality.assessments (user_id, opened_at)
   WHERE opened_at IS NOT NULL`,
);
