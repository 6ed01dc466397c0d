import { grantTo, sqlMigration } from '@polylogue/service-kit';

/** Which time zone data the next slots of suites were computed with: newer rules move them. */
export const ZoneData0062 = sqlMigration(
  '0062-zone-data',
  `
CREATE TABLE quality.zone_data (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version text NOT NULL
);
INSERT INTO quality.zone_data (version) VALUES ('none');
`,
  grantTo('quality.zone_data', 'app', []),
  grantTo('quality.zone_data', 'worker', ['SELECT', 'UPDATE']),
);
