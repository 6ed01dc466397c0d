import { sqlMigration } from '@polylogue/service-kit';

// How a text was generated, as JSON of ai_dispatch.v1.Generation: absent where it was not recorded. `author`: the service
// that wrote a reply, where it is not the conversation's own. No row is rewritten, so that this takes no time.
export const Generation0018 = sqlMigration(
  '0018-generation',
  `
ALTER TABLE conversation.messages
  ADD COLUMN generation jsonb,
  ADD COLUMN author text,
  ADD COLUMN cached_input_tokens integer,
  ADD COLUMN reasoning_tokens integer;
ALTER TABLE conversation.ai_chat_turns
  ADD COLUMN generation jsonb,
  ADD COLUMN cached_input_tokens integer,
  ADD COLUMN reasoning_tokens integer;
`,
);
