import { sqlMigration } from '@polylogue/service-kit';

/** A message can wait in each of its conversations until the reply before it has ended. */
export const QueuedMessages0029 = sqlMigration(
  '0029-queued-messages',
  `
-- The reply this one waits for; null once it was dispatched, or ended without.
ALTER TABLE conversation.dispatches ADD COLUMN waits_for uuid;
`,
);
