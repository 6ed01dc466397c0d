import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

// Rounds that their owners show to other users. Whoever has the id may read until the end, so the worker role finds it.
export const RoundShares0040 = sqlMigration(
  '0040-round-shares',
  `
CREATE TABLE conversation.round_shares (
  -- Drawn at random: it is what lets a user read.
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  broadcast_id uuid NOT NULL,
  hides_names boolean NOT NULL,
  -- Replies stand in the order of the round, which was drawn at random or hides nothing; else in an order of their own.
  by_place boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX round_shares_of_user ON conversation.round_shares (user_id, created_at);
`,
  enableRowSecurity('conversation.round_shares', 'user_id', ['SELECT']),
);
