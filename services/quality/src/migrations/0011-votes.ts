import { currentUserSql, enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

// What people say of the replies of rounds. A vote compares all of them, and is deleted with any of their conversations.
export const Votes0011 = sqlMigration(
  '0011-votes',
  `
CREATE TABLE quality.votes (
  -- Who voted, and whose round it is.
  user_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  broadcast_id uuid NOT NULL,
  conversation_ids uuid[] NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('best', 'tie', 'all_bad')),
  reasons text[] NOT NULL,
  comment text,
  -- Whether the voter did not know yet who had written which reply.
  was_blind boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, broadcast_id)
);
CREATE INDEX votes_of_owner ON quality.votes (owner_id, created_at);
CREATE INDEX votes_by_time ON quality.votes (created_at);
CREATE INDEX votes_by_conversation ON quality.votes USING gin (conversation_ids);

-- The replies a vote compares, as they were then.
CREATE TABLE quality.vote_contestants (
  user_id uuid NOT NULL,
  broadcast_id uuid NOT NULL,
  message_id uuid NOT NULL,
  ai_service text NOT NULL,
  -- The model and its settings, in words.
  version text NOT NULL,
  is_best boolean NOT NULL,
  response_time_ms integer,
  cost_amount double precision,
  cost_currency text,
  PRIMARY KEY (user_id, broadcast_id, message_id),
  FOREIGN KEY (user_id, broadcast_id) REFERENCES quality.votes ON DELETE CASCADE,
  CHECK ((cost_amount IS NULL) = (cost_currency IS NULL))
);
`,
  enableRowSecurity('quality.votes', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  enableRowSecurity('quality.vote_contestants', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  // Who owns a round counts the votes of others on it, and can change none of them.
  `
CREATE POLICY votes_on_own_rounds ON quality.votes FOR SELECT TO quality_app USING (owner_id = ${currentUserSql});
CREATE POLICY votes_on_own_rounds ON quality.vote_contestants FOR SELECT TO quality_app USING (
  EXISTS (SELECT FROM quality.votes v WHERE v.user_id = vote_contestants.user_id
    AND v.broadcast_id = vote_contestants.broadcast_id AND v.owner_id = ${currentUserSql}));
`,
);
