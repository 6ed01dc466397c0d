import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ContextsServiceDefinition,
  FindConversationsRequest,
  Generation,
  RepliesServiceDefinition,
  StageImportRequest,
  type Conversation as Kept,
} from '@polylogue/proto';
import { aUser, callerToken, closing, completed, delta, scriptedAi, type Script } from '@polylogue/test-kit';
import { aiChatOf, turn } from './ai-chat.fixture.js';
import {
  acceptedOf,
  as,
  collect,
  doneOf,
  message,
  startConversation,
  type Conversation,
} from './conversation.fixture.js';

/** How a service generated what it wrote. */
const generationOf = (displayName: string): Generation => ({
  displayName,
  color: '#10a37f',
  model: `${displayName}-5`,
  responseModel: `${displayName}-5-2026-03-01`,
  settings: { temperature: 0.2, answerSchema: false },
  warnings: ['The setting "temperature" was ignored.'],
  sources: [{ url: 'https://example.org/a', title: 'A' }, { title: 'A document' }],
  sourcesOmitted: 3,
  reasoning: 'First\0 I thought\ud83d of this.',
});
const stored = (displayName: string) => ({
  ...generationOf(displayName),
  reasoning: 'First\uFFFD I thought\uFFFD of this.',
});
const usage = { inputTokens: 20, outputTokens: 9, totalTokens: 29, cachedInputTokens: 16, reasoningTokens: 4 };

const says = (displayName: string, text: string): Script =>
  async function* () {
    yield delta(text);
    yield await Promise.resolve(completed({ usage, generation: generationOf(displayName) }));
  };

const { add, closeAll } = closing();
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

beforeAll(async () => {
  const scripts = { gpt: says('GPT', 'one'), claude: says('Claude', 'two'), grok: says('Grok', 'three') };
  ai = add(await scriptedAi(scripts));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

type User = ReturnType<typeof aUser>;

const send = (user: User, services: string[], text = 'Which lock?') =>
  collect(conversation.broadcasts.sendMessage(message(services, text), as(user)));

async function found(user: User, aiService: string): Promise<Kept> {
  const request = FindConversationsRequest.fromPartial({ includeAll: true, aiService });
  const items = await collect(conversation.history.findConversations(request, as(user)));
  return items.flatMap(({ item }) => {
    if (item?.$case === 'found') return [item.found.conversation!];
    return item?.$case === 'batch' ? item.batch.found.map((each) => each.conversation!) : [];
  })[0]!;
}

describe('how a reply was generated', () => {
  it('comes with its end, and again with every later reading', async () => {
    const ada = aUser();
    const events = await send(ada, ['gpt']);
    const { reasoning: _cleaned, ...rest } = generationOf('GPT');
    expect(doneOf(events).replies).toMatchObject([{ usage, generation: rest }]);
    const { broadcastId } = acceptedOf(events);
    const again = await collect(conversation.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, as(ada)));
    expect(doneOf(again).replies).toMatchObject([{ usage, generation: rest }]);
    const inStore = { usage, generation: stored('GPT') };
    const [listed] = await collect(
      conversation.conversations.listConversations({ includeAll: true, limit: 0 }, as(ada)),
    );
    expect(listed!.messages[1]).toMatchObject(inStore);
    expect(listed!.messages[0]!.generation).toBeUndefined();
    expect((await found(ada, 'gpt')).messages[1]).toMatchObject(inStore);
  });

  it('is not recorded where the version before wrote the reply', async () => {
    const ada = aUser();
    await send(ada, ['gpt']);
    await conversation.rows('UPDATE conversation.messages SET generation = NULL WHERE user_id = $1', [ada.userId]);
    expect((await found(ada, 'gpt')).messages[1]!.generation).toBeUndefined();
  });

  it('reaches the judges without sources and reasoning', async () => {
    const ada = aUser();
    const { broadcastId } = acceptedOf(await send(ada, ['gpt']));
    const { replies } = await conversation
      .client(RepliesServiceDefinition)
      .listRepliesToJudge({ userId: ada.userId, broadcastId }, { callerToken: callerToken(ada, 'quality') });
    const { sources: _sources, sourcesOmitted: _omitted, reasoning: _reasoning, ...rest } = generationOf('GPT');
    expect(replies[0]!.generation).toEqual({ ...rest, sources: [], sourcesOmitted: 0, reasoning: undefined });
  });

  it('is kept with a turn of an AI chat', async () => {
    const ada = aUser();
    const chat = aiChatOf(conversation);
    const sessionId = randomUUID();
    await collect(chat.sendTurn(turn('gpt', 'Begin.', { sessionId }), as(ada)));
    const { turns } = await chat.getSession({ sessionId }, as(ada));
    expect(turns).toMatchObject([{ usage, generation: stored('GPT') }]);
  });

  it('is the same after an import', async () => {
    const [ada, bob] = [aUser(), aUser()];
    await send(ada, ['gpt']);
    const original = await found(ada, 'gpt');
    const importId = randomUUID();
    const part = StageImportRequest.fromPartial({ importId, part: 0, conversations: [original] });
    await conversation.history.stageImport(part, as(bob));
    await conversation.history.commitImport({ importId }, as(bob));
    expect((await found(bob, 'gpt')).messages[1]).toMatchObject({
      usage,
      generation: stored('GPT'),
      author: undefined,
    });
  });
});

describe('a conversation that another service goes on with', () => {
  async function continued(user: User) {
    await send(user, ['gpt']);
    const { id } = await found(user, 'gpt');
    const request = { conversationId: id, message: 'Why?', aiServices: ['claude'] };
    return acceptedOf(await collect(conversation.history.continueConversation(request, as(user))));
  }

  it('keeps who wrote what', async () => {
    const ada = aUser();
    await continued(ada);
    const { messages } = await found(ada, 'claude');
    expect(messages.map(({ content, author, generation }) => [content, author, generation?.model])).toEqual([
      ['Which lock?', undefined, undefined],
      ['one', 'gpt', 'GPT-5'],
      ['Why?', undefined, undefined],
      ['two', undefined, 'Claude-5'],
    ]);
  });

  it('sends the service who wrote each message, and shows what was sent as its context', async () => {
    const ada = aUser();
    const { targets } = await continued(ada);
    const request = ai.requests.findLast(({ aiService }) => aiService === 'claude')!;
    expect(request.messages).toHaveLength(1);
    expect(request.messages[0]!.content).toContain('<message from="GPT">\none\n</message>');
    expect(request.messages[0]!.content.endsWith('Why?')).toBe(true);
    const contexts = conversation.client(ContextsServiceDefinition);
    const context = await contexts.getContext({ messageId: targets[0]!.messageId }, as(ada));
    expect(context.messages).toEqual(request.messages);
  });

  it('keeps the first author when it is carried on once more, and none where the first service takes it back', async () => {
    const ada = aUser();
    await continued(ada);
    const { id } = await found(ada, 'claude');
    const request = { conversationId: id, message: 'And?', aiServices: ['grok', 'gpt'] };
    await collect(conversation.history.continueConversation(request, as(ada)));
    const authors = async (aiService: string) =>
      (await found(ada, aiService)).messages.filter((_one, index) => index % 2 === 1).map(({ author }) => author);
    expect(await authors('grok')).toEqual(['gpt', 'claude', undefined]);
    expect(await authors('gpt')).toEqual([undefined, 'claude', undefined]);
  });

  it('is the same after an import', async () => {
    const [ada, bob] = [aUser(), aUser()];
    await continued(ada);
    const importId = randomUUID();
    const conversations = [await found(ada, 'claude')];
    await conversation.history.stageImport(
      StageImportRequest.fromPartial({ importId, part: 0, conversations }),
      as(bob),
    );
    await conversation.history.commitImport({ importId }, as(bob));
    const { messages } = await found(bob, 'claude');
    expect(messages.map(({ author }) => author)).toEqual([undefined, 'gpt', undefined, undefined]);
  });
});
