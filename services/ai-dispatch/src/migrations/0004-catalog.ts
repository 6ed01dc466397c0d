import { grantTo, sqlMigration } from '@polylogue/service-kit';

// What administrators made of the catalog, and the keys they stored. Only the worker role sees either.
export const Catalog0004 = sqlMigration(
  '0004-catalog',
  `
CREATE TABLE ai_dispatch.catalog (
  name text PRIMARY KEY,
  -- Made here; otherwise it amends a service that the operator configured, and what is null stays as configured.
  is_own boolean NOT NULL,
  display_name text,
  color text,
  category text CHECK (category IN ('text', 'image', 'audio', 'video')),
  provider text,
  preset text,
  model text,
  base_url text,
  is_enabled boolean,
  position integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT is_own OR (display_name IS NOT NULL AND color IS NOT NULL AND category IS NOT NULL
    AND provider IS NOT NULL AND model IS NOT NULL AND base_url IS NOT NULL AND is_enabled IS NOT NULL))
);
CREATE TABLE ai_dispatch.secrets (
  service text PRIMARY KEY,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  sealed bytea NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);
-- One row: whoever changes the catalogue locks it and counts up; a replica that missed the news sees it here.
CREATE TABLE ai_dispatch.catalog_revision (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  revision bigint NOT NULL
);
INSERT INTO ai_dispatch.catalog_revision (revision) VALUES (0);`,
  grantTo('ai_dispatch.catalog', 'app', []),
  grantTo('ai_dispatch.secrets', 'app', []),
  grantTo('ai_dispatch.catalog_revision', 'app', []),
  grantTo('ai_dispatch.catalog', 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  grantTo('ai_dispatch.secrets', 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  grantTo('ai_dispatch.catalog_revision', 'worker', ['SELECT', 'UPDATE']),
  grantTo('ai_dispatch.ai_services', 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
