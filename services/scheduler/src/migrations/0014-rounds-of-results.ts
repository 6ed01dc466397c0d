import { grantTo, sqlMigration } from '@polylogue/service-kit';

// The thread of each result in History, and what services made beside text, as a list of id, type, name and size; ai-dispatch
// keeps the bytes.
export const RoundsOfResults0014 = sqlMigration(
  '0014-rounds-of-results',
  `
ALTER TABLE scheduler.execution_results
  ADD COLUMN conversation_id uuid,
  ADD COLUMN media jsonb;
`,
  grantTo('scheduler.execution_results', 'worker', ['SELECT', 'INSERT', 'UPDATE']),
);
