import { grantTo, sqlMigration } from '@polylogue/service-kit';

// Every service that was ever offered, as it was then.
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
