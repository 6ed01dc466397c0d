import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

const ofWorker = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

/** Merged answers and rounds of settling of an import, staged until conversation publishes that their conversations are imported. */
export const ImportedRecords0013 = sqlMigration(
  '0013-imported-records',
  `
CREATE TABLE quality.import_record_parts (
  user_id uuid NOT NULL,
  import_id uuid NOT NULL,
  part integer NOT NULL,
  records bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, import_id, part)
);
CREATE INDEX import_record_parts_by_age ON quality.import_record_parts (created_at);
`,
  enableRowSecurity('quality.import_record_parts', 'user_id', ['SELECT', 'DELETE']),
  grantTo('quality.merged_answers', 'worker', ofWorker),
  grantTo('quality.settle_rounds', 'worker', ofWorker),
  grantTo('quality.settle_answers', 'worker', ofWorker),
);
