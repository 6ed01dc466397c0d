import { grantTo, sqlMigration } from '@polylogue/service-kit';

/** What is kept of a user goes with the user; the assessments of a judging go with it. */
export const Erasure0002 = sqlMigration(
  '0002-erasure',
  grantTo('quality.judgings', 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
