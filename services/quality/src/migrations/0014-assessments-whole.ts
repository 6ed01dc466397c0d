import { onlineMigration } from '@polylogue/service-kit';

/** Looks through what was stored before 0012, while others go on reading and writing. */
export const AssessmentsWhole0014 = onlineMigration(
  '0014-assessments-whole',
  'ALTER TABLE quality.assessments VALIDATE CONSTRAINT assessments_whole',
);
