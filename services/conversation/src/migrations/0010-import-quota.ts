import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** What a user has imported within a day: the quota counts it together with what is put aside. */
export const ImportQuota0010 = sqlMigration(
  '0010-import-quota',
  `
-- Each conversation counts as one message at least. The version before puts parts aside that count none.
ALTER TABLE conversation.import_parts ADD COLUMN messages integer NOT NULL DEFAULT 0;
CREATE TABLE conversation.imports (
  user_id uuid NOT NULL,
  import_id uuid NOT NULL,
  messages bigint NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, import_id)
);
`,
  enableRowSecurity('conversation.imports', 'user_id'),
);
