import { onlineMigration } from '@polylogue/service-kit';

/** Looks through what was stored before 0023, while others go on reading and writing. */
export const ClaimedByRubricWhole0024 = onlineMigration(
  '0024-claimed-by-rubric-whole',
  'ALTER TABLE quality.assessments VALIDATE CONSTRAINT assessments_claimed_by_rubric',
);
