import { sqlMigration } from '@polylogue/service-kit';

/** Event ids of a process that is gone which it may have shown and never stored. */
export const EventGaps0015 = sqlMigration(
  '0015-event-gaps',
  `
ALTER TABLE conversation.dispatches
  -- The highest id that was stored when the reply was asked again elsewhere for the first time.
  ADD COLUMN lost_after_event_id bigint,
  -- The first id of its latest run.
  ADD COLUMN run_from_event_id bigint;`,
);
