import { sqlMigration } from '@polylogue/service-kit';

// A process of a version that knows no rubrics would judge by the built-in one whatever was planned, and store five scores
// under the name of another rubric. It raises the fence when it takes a call and says nothing here, so it is refused.
export const ClaimedByRubric0023 = sqlMigration(
  '0023-claimed-by-rubric',
  `
-- The fence under which it is judged by the rubric that it names.
ALTER TABLE quality.assessments ADD COLUMN rubric_fence integer;
UPDATE quality.assessments SET rubric_fence = fence WHERE status = 'running';
-- Versions of rubrics made in the app are uuids.
ALTER TABLE quality.assessments ADD CONSTRAINT assessments_claimed_by_rubric CHECK (
  status <> 'running' OR rubric_version !~ '^[0-9a-f]{8}-' OR rubric_fence IS NOT DISTINCT FROM fence
) NOT VALID;
`,
);
