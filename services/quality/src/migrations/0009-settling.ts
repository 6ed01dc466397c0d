import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

// Rounds in which disputed claims went back to the services that disagree, who holds them (lease), and what each service
// answered. They quote nothing but their map, and go with it.
export const Settling0009 = sqlMigration(
  '0009-settling',
  `
CREATE TABLE quality.settle_rounds (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  map_id uuid NOT NULL REFERENCES quality.agreement_maps ON DELETE CASCADE,
  -- At most two, however often it is requested.
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 2),
  -- One in which no service answered does not count.
  counts boolean NOT NULL DEFAULT true,
  -- By their numbers within the map.
  claims smallint[] NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'completed', 'failed', 'interrupted', 'cancelled')),
  error text,
  error_code text,
  owner text NOT NULL,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL,
  cancel_requested boolean NOT NULL DEFAULT false,
  idempotency_key text,
  body_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((idempotency_key IS NULL) = (body_hash IS NULL)),
  CHECK ((status = 'pending') = (ended_at IS NULL)),
  CHECK (counts OR status <> 'pending')
);
CREATE UNIQUE INDEX settle_rounds_by_key ON quality.settle_rounds (user_id, idempotency_key);
CREATE UNIQUE INDEX settle_rounds_by_number ON quality.settle_rounds (map_id, number) WHERE counts;
CREATE INDEX settle_rounds_by_map ON quality.settle_rounds (map_id, created_at);
CREATE INDEX settle_rounds_open ON quality.settle_rounds (lease_until) WHERE status = 'pending';

CREATE TABLE quality.settle_answers (
  round_id uuid NOT NULL REFERENCES quality.settle_rounds ON DELETE CASCADE,
  user_id uuid NOT NULL,
  message_id uuid NOT NULL,
  -- The place of its reply in the map.
  place smallint NOT NULL,
  ai_service text NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'completed', 'failed', 'interrupted', 'cancelled')),
  -- Of each claim whether it kept its view, and why.
  views jsonb NOT NULL DEFAULT '[]',
  error text,
  error_code text,
  usage jsonb,
  cost jsonb,
  generation jsonb,
  ended_at timestamptz,
  PRIMARY KEY (round_id, message_id),
  CHECK ((status = 'pending') = (ended_at IS NULL))
);
CREATE INDEX settle_answers_by_user ON quality.settle_answers (user_id);
`,
  enableRowSecurity('quality.settle_rounds', 'user_id', ['SELECT', 'UPDATE', 'DELETE']),
  enableRowSecurity('quality.settle_answers', 'user_id', ['SELECT', 'UPDATE', 'DELETE']),
);
