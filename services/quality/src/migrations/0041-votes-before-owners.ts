import { sqlMigration } from '@polylogue/service-kit';

// Whether the round of a vote was still blind to its owner, who has not voted then: until they have, figures would tell them names.
export const VotesBeforeOwners0041 = sqlMigration(
  '0041-votes-before-owners',
  'ALTER TABLE quality.votes ADD COLUMN owner_is_blind boolean NOT NULL DEFAULT false',
);
