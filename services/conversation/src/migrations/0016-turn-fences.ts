import { sqlMigration } from '@polylogue/service-kit';

/** Raised whenever a turn is taken over: what its process before wrote late does not count. */
export const TurnFences0016 = sqlMigration(
  '0016-turn-fences',
  `
ALTER TABLE conversation.ai_chat_turns ADD COLUMN fence integer NOT NULL DEFAULT 0;`,
);
