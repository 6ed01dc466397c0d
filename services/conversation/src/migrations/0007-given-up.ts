import { sqlMigration } from '@polylogue/service-kit';

/** A conversation that is deleted ends its open replies itself when the process that runs them does not. */
export const GivenUp0007 = sqlMigration(
  '0007-given-up',
  'GRANT UPDATE (open_replies, failed_replies, completed_at) ON conversation.broadcasts TO conversation_app;',
);
