import { sqlMigration } from '@polylogue/service-kit';

// Pages of a document that were drawn for the services that see; ai-dispatch keeps their bytes as media.
export const DrawnPages0026 = sqlMigration(
  '0026-drawn-pages',
  `
ALTER TABLE conversation.attachments ADD COLUMN pages jsonb;
`,
);
