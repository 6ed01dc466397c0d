import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

/** When a user had a test or a link to confirm sent, for an hour. It goes with the user, and not with the target. */
export const noticeTests = sqlMigration(
  '0012-notice-tests',
  `
CREATE TABLE admin.notice_tests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES admin.users ON DELETE CASCADE,
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notice_tests_of_user ON admin.notice_tests (user_id, sent_at);`,
  enableRowSecurity('admin.notice_tests', 'user_id'),
  grantTo('admin.notice_tests', 'app', ['SELECT', 'INSERT', 'DELETE']),
);
