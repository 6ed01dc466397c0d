import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

/** Agreement maps of an import, staged until conversation publishes that their conversations are imported. */
export const ImportedMaps0010 = sqlMigration(
  '0010-imported-maps',
  `
CREATE TABLE quality.import_map_parts (
  user_id uuid NOT NULL,
  import_id uuid NOT NULL,
  part integer NOT NULL,
  maps bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, import_id, part)
);
CREATE INDEX import_map_parts_by_age ON quality.import_map_parts (created_at);
`,
  enableRowSecurity('quality.import_map_parts', 'user_id', ['SELECT', 'DELETE']),
  grantTo('quality.agreement_maps', 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
