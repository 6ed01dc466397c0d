import { afterEach, describe, expect, it } from '@jest/globals';
import { ReplyStatus, MessageRole, type BroadcastEvent } from '@polylogue/proto';
import { aUser, until } from '@polylogue/test-kit';
import {
  acceptedOf,
  callerToken,
  collect,
  doneOf,
  message,
  startConversation,
  textsOf,
  type Conversation,
} from './conversation.fixture.js';
import { completed, delta, failed, gate, says, scriptedAi, type Script } from './scripted-ai.fixture.js';

const started: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of started.splice(0).reverse()) await each.close();
});

async function start(scripts: Record<string, Script>) {
  const ai = await scriptedAi(scripts);
  started.push(ai);
  const conversation = await startConversation(ai.url);
  started.push(conversation);
  return { ai, conversation };
}

const everything = async (conversation: Conversation) => ({
  messages: await conversation.rows('SELECT * FROM conversation.messages ORDER BY position'),
  broadcasts: await conversation.rows('SELECT * FROM conversation.broadcasts'),
  dispatches: await conversation.rows('SELECT * FROM conversation.dispatches ORDER BY place'),
  outbox: await conversation.rows('SELECT subject, payload FROM conversation.outbox ORDER BY position'),
});

describe('one message to several services', () => {
  it('streams accepted, deltas, replies and done with growing ids, and keeps it all', async () => {
    const { ai, conversation } = await start({ gpt: says('Many ', 'voices.'), claude: says('A talk ', 'of many.') });
    const user = aUser();
    const options = { callerToken: callerToken(user) };

    const events = await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), options));

    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    expect(acceptedOf(events).targets.map(({ aiService }) => aiService)).toEqual(['gpt', 'claude']);
    expect(textsOf(events)).toEqual({ gpt: 'Many voices.', claude: 'A talk of many.' });
    expect(doneOf(events).replies).toMatchObject([
      { aiService: 'gpt', status: ReplyStatus.COMPLETED, content: 'Many voices.', responseTimeMs: 40, firstTokenMs: 7 },
      { aiService: 'claude', status: ReplyStatus.COMPLETED, content: 'A talk of many.', stopReason: 'stop' },
    ]);
    expect(ai.callers.every(({ caller }) => caller?.userId === user.userId)).toBe(true);

    const stored = await everything(conversation);
    expect(stored.messages.map(({ role, content, status }) => [role, content, status])).toEqual([
      ['user', 'What is a polylogue?', 'completed'],
      ['assistant', 'Many voices.', 'completed'],
      ['user', 'What is a polylogue?', 'completed'],
      ['assistant', 'A talk of many.', 'completed'],
    ]);
    expect(stored.broadcasts).toMatchObject([{ replies: 2, open_replies: 0, failed_replies: 0 }]);
    expect(stored.outbox.map(({ subject }) => subject)).toEqual([
      'conversation.message_sent.v1',
      'conversation.reply_stored.v1',
      'conversation.reply_stored.v1',
      'conversation.broadcast_completed.v1',
    ]);

    const listed = await collect(
      conversation.conversations.listConversations({ includeAll: false, limit: 0 }, options),
    );
    expect(listed.map(({ aiService, messages }) => [aiService, messages.map(({ content }) => content)]).sort()).toEqual(
      [
        ['claude', ['What is a polylogue?', 'A talk of many.']],
        ['gpt', ['What is a polylogue?', 'Many voices.']],
      ],
    );
    expect(listed[0]?.messages[1]).toMatchObject({ role: MessageRole.ASSISTANT, status: ReplyStatus.COMPLETED });
  });
});
