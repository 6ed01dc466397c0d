import { onlineMigration } from '@polylogue/service-kit';

/** Suites whose slot has come, where they are neither daily nor weekly. */
export const SuiteSlots0061 = onlineMigration(
  '0061-suite-slots',
  // One that was broken off is left behind, and is no index.
  'DROP INDEX CONCURRENTLY IF EXISTS quality.suites_by_slot',
  `CREATE INDEX CONCURRENTLY suites_by_slot ON quality.suites (next_slot_at) WHERE next_slot_at IS NOT NULL`,
);
