import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MessageRole } from '@polylogue/proto';
import { aUser, closing, says, scriptedAi } from '@polylogue/test-kit';
import { as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';

const ada = aUser();
const { add, closeAll } = closing();
let conversation: Conversation;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('one'), claude: says('two') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

const list = (includeAll: boolean, limit = 0, user = ada) =>
  collect(conversation.conversations.listConversations({ includeAll, limit }, as(user)));

describe('the list of conversations', () => {
  it('has the newest activity first and messages oldest first', async () => {
    for (const service of ['gpt', 'claude', 'gpt']) {
      await collect(conversation.broadcasts.sendMessage(message([service], `Hello ${service}`), as(ada)));
    }
    const listed = await list(false);
    expect(listed.map(({ aiService, title }) => [aiService, title])).toEqual([
      ['gpt', 'Hello gpt'],
      ['claude', 'Hello claude'],
    ]);
    expect(listed[0]?.messages.map(({ role, content }) => [role, content])).toEqual([
      [MessageRole.USER, 'Hello gpt'],
      [MessageRole.ASSISTANT, 'one'],
      [MessageRole.USER, 'Hello gpt'],
      [MessageRole.ASSISTANT, 'one'],
    ]);
    expect(listed[0]?.messages[0]?.createdAt).toBeInstanceOf(Date);
  });

  it('shows the dashboard’s, or all, page after page, as many as requested', async () => {
    const many = aUser();
    await conversation.rows(
      `INSERT INTO conversation.conversations (id, user_id, ai_service, title, on_dashboard, updated_at)
       SELECT gen_random_uuid(), $1, 'gpt', n::text, false, now() - (n / 2) * interval '1 minute'
       FROM generate_series(1, 250) AS n`,
      [many.userId],
    );
    expect(await list(false, 0, many)).toEqual([]);
    const all = await list(true, 0, many);
    expect(new Set(all.map(({ id }) => id)).size).toBe(250);
    const times = all.map(({ updatedAt }) => updatedAt!.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((await list(true, 120, many)).map(({ id }) => id)).toEqual(all.slice(0, 120).map(({ id }) => id));
  });
});
