import { grantTo, sqlMigration } from '@polylogue/service-kit';

/** Which time zone data the next runs were computed with: newer rules move them. */
export const ZoneData0002 = sqlMigration(
  '0002-zone-data',
  `
CREATE TABLE scheduler.zone_data (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version text NOT NULL
);
INSERT INTO scheduler.zone_data (version) VALUES ('none');
`,
  grantTo('scheduler.zone_data', 'app', []),
  grantTo('scheduler.zone_data', 'worker', ['SELECT', 'UPDATE']),
);
