import { changeLog, sqlMigration } from '@polylogue/service-kit';

/** Which sessions were changed or ended, for the other gateways, which keep them for a while. That one was used changes nothing. */
export const sessionChanges = sqlMigration(
  '0009-session-changes',
  changeLog({
    log: 'gateway.session_changes',
    of: 'gateway.sessions',
    key: ['sid', 'text'],
    updatesThat: "OLD.sess - 'lastSeenAt' IS DISTINCT FROM NEW.sess - 'lastSeenAt'",
  }),
);
