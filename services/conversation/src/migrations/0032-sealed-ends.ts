import { sqlMigration } from '@polylogue/service-kit';

/** What of a blind round stands with its replies. Apart from 0030: who writes a message locks both tables in the other order. */
export const SealedEnds0032 = sqlMigration(
  '0032-sealed-ends',
  `
-- How a blind reply ended: its columns, by their names, until they are moved to where they stand for every other reply.
ALTER TABLE conversation.messages ADD COLUMN sealed jsonb;
`,
);
