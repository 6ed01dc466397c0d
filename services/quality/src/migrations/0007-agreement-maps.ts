import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

// What several replies agree on, and who makes the map (lease). It quotes the conversations of these replies, and is
// deleted with any of them.
export const AgreementMaps0007 = sqlMigration(
  '0007-agreement-maps',
  `
CREATE TABLE quality.agreement_maps (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  -- The round it is kept with: that of the newest reply.
  broadcast_id uuid NOT NULL,
  message_ids uuid[] NOT NULL,
  conversation_ids uuid[] NOT NULL,
  -- Of each reply its message, who wrote it and how, in the order of message_ids.
  replies jsonb NOT NULL,
  extractor text NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'completed', 'failed', 'interrupted', 'cancelled')),
  -- The most disputed first; a claim's number is its place, from 1.
  claims jsonb NOT NULL DEFAULT '[]',
  -- What the user marked: by the number of the claim.
  marks jsonb NOT NULL DEFAULT '{}',
  error text,
  error_code text,
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
CREATE UNIQUE INDEX agreement_maps_by_key ON quality.agreement_maps (user_id, idempotency_key);
CREATE INDEX agreement_maps_by_round ON quality.agreement_maps (user_id, broadcast_id, created_at);
CREATE INDEX agreement_maps_by_conversation ON quality.agreement_maps USING gin (conversation_ids);
CREATE INDEX agreement_maps_open ON quality.agreement_maps (lease_until) WHERE status = 'pending';
`,
  enableRowSecurity('quality.agreement_maps', 'user_id', ['SELECT', 'UPDATE', 'DELETE']),
);
