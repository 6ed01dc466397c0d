import { changeLog, sqlMigration } from '@polylogue/service-kit';

/** Which users were changed, for gateways that keep what they may do. */
export const userChanges = sqlMigration(
  '0013-user-changes',
  changeLog({ log: 'admin.user_changes', of: 'admin.users', key: ['id', 'uuid'] }),
);
