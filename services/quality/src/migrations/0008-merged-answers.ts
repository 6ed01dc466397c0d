import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

// One answer from the proven claims of a map, in versions, and who writes it (lease). It goes with its map.
export const MergedAnswers0008 = sqlMigration(
  '0008-merged-answers',
  `
-- How many versions were begun: the number of one that was deleted is not given again.
ALTER TABLE quality.agreement_maps ADD COLUMN answers integer NOT NULL DEFAULT 0;
CREATE TABLE quality.merged_answers (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  map_id uuid NOT NULL REFERENCES quality.agreement_maps ON DELETE CASCADE,
  version integer NOT NULL,
  writer text NOT NULL,
  steering text,
  -- The number of the version that the writer was given to rewrite.
  based_on integer,
  question text NOT NULL,
  -- Claims that were marked as wrong when it was begun: they are no matter of this version.
  left_out integer[] NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'completed', 'failed', 'interrupted', 'cancelled')),
  -- As they were written, without what no claim of the map is; disputed claims that are missing are added by reading.
  sentences jsonb NOT NULL DEFAULT '[]',
  error text,
  error_code text,
  stop_reason text,
  usage jsonb,
  cost jsonb,
  generation jsonb,
  owner text NOT NULL,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL,
  cancel_requested boolean NOT NULL DEFAULT false,
  idempotency_key text,
  body_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((idempotency_key IS NULL) = (body_hash IS NULL)),
  CHECK ((status = 'pending') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX merged_answers_by_key ON quality.merged_answers (user_id, idempotency_key);
CREATE UNIQUE INDEX merged_answers_by_version ON quality.merged_answers (map_id, version);
CREATE INDEX merged_answers_open ON quality.merged_answers (lease_until) WHERE status = 'pending';
`,
  enableRowSecurity('quality.merged_answers', 'user_id', ['SELECT', 'UPDATE', 'DELETE']),
);
