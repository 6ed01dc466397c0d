import { sqlMigration } from '@polylogue/service-kit';

// What a judge has answered of several answers, until its verdict follows from them: a process that dies pays for none twice.
export const HeardAnswers0020 = sqlMigration(
  '0020-heard-answers',
  `
-- A list of texts and how each of their calls ended, JSON of ai_dispatch.v1.DispatchEnd.
ALTER TABLE quality.assessments ADD COLUMN heard jsonb;
`,
);
