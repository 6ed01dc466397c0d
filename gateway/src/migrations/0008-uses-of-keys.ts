import { sqlMigration } from '@polylogue/service-kit';

/** From where a key was used on the last day it was: each address stands in the audit log once a day. */
export const usesOfKeys = sqlMigration(
  '0008-uses-of-keys',
  `
ALTER TABLE gateway.api_keys
  ADD COLUMN used_on date,
  ADD COLUMN used_from text[] NOT NULL DEFAULT '{}';`,
);
