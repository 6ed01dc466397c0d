import { grantTo, sqlMigration } from '@polylogue/service-kit';

/** Assessments go with the conversation whose replies they are about. */
export const Deletion0003 = sqlMigration(
  '0003-deletion',
  grantTo('quality.assessments', 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
