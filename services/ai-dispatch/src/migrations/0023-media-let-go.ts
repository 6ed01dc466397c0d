import { sqlMigration } from '@polylogue/service-kit';

// Who has let a medium go for good: 'run' and 'history'. That it is shown may be heard of only after that.
export const MediaLetGo0023 = sqlMigration(
  '0023-media-let-go',
  `
ALTER TABLE ai_dispatch.media ADD COLUMN let_go_by text[] NOT NULL DEFAULT '{}';
`,
);
