import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** What users chose; one without a row has chosen nothing. Goes with the user. */
export const preferences = sqlMigration(
  '0007-preferences',
  `
CREATE TABLE admin.preferences (
  user_id uuid PRIMARY KEY REFERENCES admin.users ON DELETE CASCADE,
  -- Null: never.
  ask_above_micros bigint CHECK (ask_above_micros >= 0)
);`,
  enableRowSecurity('admin.preferences', 'user_id'),
);
