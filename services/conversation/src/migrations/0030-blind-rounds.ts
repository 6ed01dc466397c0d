import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/**
 * Blind rounds, hidden where they are stored (decision 0067): what reads a conversation or a message finds aliases and no
 * figures, so that no reader has to hide anything. No row is rewritten, so that this takes no time.
 */
export const BlindRounds0030 = sqlMigration(
  '0030-blind-rounds',
  `
-- The service of a conversation whose \`ai_service\` is an alias until the owner votes.
ALTER TABLE conversation.conversations ADD COLUMN blind_service text;

-- Rounds whose owner has voted and that are not revealed yet, with their comparisons.
CREATE TABLE conversation.pending_reveals (
  user_id uuid NOT NULL,
  broadcast_id uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, broadcast_id)
);
`,
  enableRowSecurity('conversation.pending_reveals', 'user_id', ['SELECT', 'INSERT']),
);
