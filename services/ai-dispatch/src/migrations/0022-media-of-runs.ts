import { sqlMigration } from '@polylogue/service-kit';

// Who shows a medium, where that is not one conversation alone: 'run' and 'history'. It goes with the last of them.
export const MediaOfRuns0022 = sqlMigration(
  '0022-media-of-runs',
  `
ALTER TABLE ai_dispatch.media ADD COLUMN shown_by text[] NOT NULL DEFAULT '{}';
`,
);
