import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

// Rubrics made in the app, in versions that are never changed; scores by their criteria; who judges, when and how often.
export const Rubrics0012 = sqlMigration(
  '0012-rubrics',
  `
CREATE TABLE quality.rubrics (
  id uuid PRIMARY KEY,
  -- Absent for one that administrators share with everybody: it stays when the account that made it goes.
  user_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What was judged by it keeps its versions.
  removed_at timestamptz
);
CREATE INDEX rubrics_by_user ON quality.rubrics (user_id);
CREATE TABLE quality.rubric_versions (
  id uuid PRIMARY KEY,
  rubric_id uuid NOT NULL REFERENCES quality.rubrics ON DELETE CASCADE,
  user_id uuid,
  number integer NOT NULL CHECK (number > 0),
  -- JSON of quality.v1.RubricText.
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (rubric_id, number)
);
CREATE INDEX rubric_versions_by_user ON quality.rubric_versions (user_id);
CREATE TABLE quality.judging_settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- JSON of quality.v1.JudgingSettings; without a row the environment decides.
  body jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE quality.assessments
  -- JSON of quality.v1.RubricVerdict: the scores of any other rubric than the built-in one.
  ADD COLUMN by_rubric jsonb,
  -- JSON of a list of quality.v1.Cut: what of its matter the judge was not sent.
  ADD COLUMN cuts jsonb,
  -- Of how many answers of the judge the scores are the medians.
  ADD COLUMN answers smallint;
DO $$
DECLARE found text;
BEGIN
  SELECT conname INTO STRICT found FROM pg_catalog.pg_constraint
    WHERE conrelid = 'quality.assessments'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%num_nulls%';
  EXECUTE format('ALTER TABLE quality.assessments DROP CONSTRAINT %I', found);
END $$;
ALTER TABLE quality.assessments ADD CONSTRAINT assessments_whole CHECK (
  num_nulls(overall, flagged, analysis) = CASE WHEN status = 'completed' THEN 0 ELSE 3 END
  AND (by_rubric IS NULL OR status = 'completed')
  AND num_nulls(bias, safety, accuracy, adherence, reasons)
    = CASE WHEN status = 'completed' AND by_rubric IS NULL THEN 0 ELSE 5 END
) NOT VALID;
`,
  enableRowSecurity('quality.rubrics', 'user_id', ['SELECT', 'INSERT', 'UPDATE']),
  enableRowSecurity('quality.rubric_versions', 'user_id', ['SELECT', 'INSERT']),
  `
ALTER TABLE quality.judging_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE quality.judging_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY worker_rows ON quality.judging_settings TO quality_worker USING (true) WITH CHECK (true);
CREATE POLICY owner_rows ON quality.judging_settings TO quality_owner USING (true) WITH CHECK (true);
REVOKE ALL ON quality.judging_settings FROM quality_app;
GRANT SELECT, INSERT, UPDATE ON quality.judging_settings TO quality_worker;
`,
);
