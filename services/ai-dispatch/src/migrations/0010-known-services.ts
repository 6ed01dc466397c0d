import { grantTo, sqlMigration } from '@polylogue/service-kit';

// Every service there has been, as it was last configured.
export const KnownServices0010 = sqlMigration(
  '0010-known-services',
  `
CREATE TABLE ai_dispatch.known_services (
  name text PRIMARY KEY,
  display_name text NOT NULL,
  color text NOT NULL,
  category text NOT NULL,
  model text NOT NULL,
  demo boolean NOT NULL
);
`,
  grantTo('ai_dispatch.known_services', 'worker', ['SELECT', 'INSERT', 'UPDATE']),
);
