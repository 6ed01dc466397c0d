import { grantTo, sqlMigration } from '@polylogue/service-kit';

// How each service of the catalog was last seen, by whichever replica saw it; a change is published once.
export const AiServices0002 = sqlMigration(
  '0002-ai-services',
  `
CREATE TABLE ai_dispatch.ai_services (
  name text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('connected', 'error', 'unknown')),
  changed_at timestamptz NOT NULL DEFAULT now()
);`,
  grantTo('ai_dispatch.ai_services', 'app', ['SELECT']),
  grantTo('ai_dispatch.ai_services', 'worker', ['SELECT', 'INSERT', 'UPDATE']),
);
