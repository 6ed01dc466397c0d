import { sqlMigration } from '@polylogue/service-kit';

// The names a query declares, as JSON of {name, default}; null was saved before they were declared. A run keeps those of its query
// with what it was given, and what was sent. A run without them is of the version before: its content is what is sent.
export const QueryVariables0010 = sqlMigration(
  '0010-query-variables',
  `
ALTER TABLE scheduler.saved_queries ADD COLUMN variables jsonb;
ALTER TABLE scheduler.executions ADD COLUMN variables jsonb, ADD COLUMN sent_text text;
`,
);
