import { sqlMigration } from '@polylogue/service-kit';

// How the round of a run is judged otherwise than its query wants, in words.
export const RoundNotes0017 = sqlMigration(
  '0017-round-notes',
  'ALTER TABLE scheduler.executions ADD COLUMN round_note text',
);
