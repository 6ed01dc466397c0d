import { sqlMigration } from '@polylogue/service-kit';

/** Sessions by the names the issuer knows them by, for when it ends one. */
export const issuedSessions = sqlMigration(
  '0002-issued-sessions',
  `
CREATE INDEX sessions_issued_subject ON gateway.sessions ((sess #>> '{issued,subject}'))
  WHERE sess #>> '{issued,subject}' IS NOT NULL;
CREATE INDEX sessions_issued_sid ON gateway.sessions ((sess #>> '{issued,sid}')) WHERE sess #>> '{issued,sid}' IS NOT NULL;`,
);
