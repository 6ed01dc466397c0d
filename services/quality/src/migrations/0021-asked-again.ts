import { sqlMigration } from '@polylogue/service-kit';

// A pair without a verdict may be asked again on a later day: its calls count towards the limit of that day.
export const AskedAgain0021 = sqlMigration(
  '0021-asked-again',
  `
ALTER TABLE quality.assessments
  ADD COLUMN opened_at timestamptz,
  -- Of its calls those that were made before it was asked again.
  ADD COLUMN calls_before integer NOT NULL DEFAULT 0;
`,
);
