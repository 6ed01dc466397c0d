import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** Assessments of an import, staged until conversation publishes that their conversations are imported. */
export const Imports0004 = sqlMigration(
  '0004-imports',
  `
-- Brought along, not paid for here.
ALTER TABLE quality.assessments ADD COLUMN imported boolean NOT NULL DEFAULT false;
CREATE TABLE quality.import_parts (
  user_id uuid NOT NULL,
  import_id uuid NOT NULL,
  part integer NOT NULL,
  assessments bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, import_id, part)
);
CREATE INDEX import_parts_by_age ON quality.import_parts (created_at);
`,
  enableRowSecurity('quality.import_parts', 'user_id', ['SELECT', 'DELETE']),
);
