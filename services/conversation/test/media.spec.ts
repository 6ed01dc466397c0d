import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ContextsServiceDefinition,
  EndKind,
  FindConversationsRequest,
  ReplyStatus,
  StageImportRequest,
  type DispatchEvent,
  type Media,
} from '@polylogue/proto';
import {
  aUser,
  closing,
  completed,
  delta,
  failed,
  gate,
  says,
  type Script,
  scriptedAi,
  until,
} from '@polylogue/test-kit';
import {
  acceptedOf,
  as,
  collect,
  doneOf,
  follow,
  message,
  startConversation,
  type Conversation,
} from './conversation.fixture.js';
import { finder } from './history.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

const picture: Media = { id: randomUUID(), type: 'image/png', name: 'a-valley.png', size: 1234 };
const made = (media: Media): DispatchEvent => ({ event: { $case: 'media', media } });
const progress = (fraction?: number): DispatchEvent => ({ event: { $case: 'progress', progress: { fraction } } });
const draws: Script = async function* () {
  yield made({ ...picture, id: randomUUID() });
  yield completed();
};

beforeAll(async () => {
  ai = add(await scriptedAi({ canvas: draws, gpt: says('a word') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

type User = ReturnType<typeof aUser>;
const send = (user: User, services: string[], text?: string) =>
  collect(conversation.broadcasts.sendMessage(message(services, text), as(user)));
const list = (user: User) =>
  collect(conversation.conversations.listConversations({ includeAll: true, limit: 0 }, as(user)));
const droppedMedia = async (user: User) => {
  const rows = await conversation.rows(
    `SELECT payload FROM conversation.outbox WHERE subject = 'conversation.media_dropped.v1' AND payload->>'userId' = $1`,
    [user.userId],
  );
  return rows.flatMap(({ payload }) => (payload as { mediaIds: string[] }).mediaIds);
};
const mediaOf = async (user: User) =>
  (await list(user)).flatMap(({ messages }) => messages.flatMap(({ media }) => media));

describe('a reply that is no text', () => {
  it('is listed as what it is', async () => {
    const ida = aUser();
    await send(ida, ['canvas'], 'Draw a valley');
    const find = finder(conversation, ida);
    await until(async () => (await find()).found.map(({ preview }) => preview).join() === 'Image');
  });

  it('is sent with its media, stored with them, and sent again to a reader that resumes', async () => {
    const ada = aUser();
    ai.scripts['canvas'] = async function* () {
      yield made(picture);
      yield delta('A valley at dawn');
      yield completed();
    };
    const events = await send(ada, ['canvas', 'gpt']);
    const replies = doneOf(events).replies.map(({ aiService, content, media }) => ({ aiService, content, media }));
    expect(replies).toEqual([
      { aiService: 'canvas', content: 'A valley at dawn', media: [picture] },
      { aiService: 'gpt', content: 'a word', media: [] },
    ]);
    expect(await mediaOf(ada)).toEqual([picture]);
    const { broadcastId } = acceptedOf(events);
    const resumed = await collect(conversation.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, as(ada)));
    expect(doneOf(resumed).replies[0]!.media).toEqual([picture]);
    await conversation.rows('UPDATE conversation.dispatches SET lease_until = now()');
    expect(ai.requests.at(-1)).toMatchObject({ keepsMedia: true });
    ai.scripts['canvas'] = draws;
  });

  it('sends progress, without an event id of its own', async () => {
    const ada = aUser();
    const { opened, open } = gate();
    ai.scripts['canvas'] = async function* () {
      yield progress(0.25);
      yield progress();
      await opened;
      yield made(picture);
      yield completed();
    };
    const reading = follow(conversation.broadcasts.sendMessage(message(['canvas']), as(ada)));
    await until(() => reading.events.length >= 3, { what: 'the progress' });
    open();
    await reading.ended;
    expect(reading.events.map(({ id, event }) => [event!.$case, id])).toEqual([
      ['accepted', 1],
      ['progress', 0],
      ['progress', 0],
      ['reply', 2],
      ['done', 3],
    ]);
    expect(reading.events[1]!.event).toMatchObject({ progress: { aiService: 'canvas', fraction: 0.25 } });
    ai.scripts['canvas'] = draws;
  });

  it('has no media when it did not complete', async () => {
    const ada = aUser();
    ai.scripts['canvas'] = async function* () {
      yield made(picture);
      yield failed('provider_error', EndKind.FAILED);
    };
    const [reply] = doneOf(await send(ada, ['canvas'])).replies;
    expect(reply).toMatchObject({ status: ReplyStatus.FAILED, media: [] });
    ai.scripts['canvas'] = draws;
  });

  it('is no part of the history sent later: a text model cannot read a picture', async () => {
    const ada = aUser();
    await send(ada, ['canvas'], 'Hills');
    const [second] = acceptedOf(await send(ada, ['canvas'], 'A sea')).targets;
    const contexts = conversation.client(ContextsServiceDefinition);
    const { messages } = await contexts.getContext({ messageId: second!.messageId }, as(ada));
    expect(messages.map(({ content }) => content)).toEqual(['A sea']);
  });
});

describe('media of a deleted conversation', () => {
  it('are dropped with the last message that shows them', async () => {
    const ada = aUser();
    await send(ada, ['canvas']);
    const [first] = await list(ada);
    const request = { conversationId: first!.id, message: 'Go on', aiServices: ['gpt'] };
    await collect(conversation.history.continueConversation(request, as(ada)));
    const [shown] = first!.messages.flatMap(({ media }) => media);
    expect((await mediaOf(ada)).map(({ id }) => id)).toEqual([shown!.id, shown!.id]);
    await conversation.history.deleteConversation({ id: first!.id }, as(ada));
    expect(await droppedMedia(ada)).toEqual([]);
    await conversation.history.deleteAllConversations({}, as(ada));
    expect(await droppedMedia(ada)).toEqual([shown!.id]);
  });

  it('are dropped when the last conversations that show them are deleted at the same moment', async () => {
    const ada = aUser();
    for (let times = 1; times <= 5; times += 1) {
      await send(ada, ['canvas']);
      const [first] = await list(ada);
      const request = { conversationId: first!.id, message: 'Go on', aiServices: ['gpt'] };
      await collect(conversation.history.continueConversation(request, as(ada)));
      const ids = (await list(ada)).map(({ id }) => id);
      expect(ids).toHaveLength(2);
      await Promise.all(ids.map((id) => conversation.history.deleteConversation({ id }, as(ada))));
      expect(await droppedMedia(ada)).toHaveLength(times);
    }
  });

  it('are published once each, and no other user’s', async () => {
    const [ada, eve] = [aUser(), aUser()];
    for (const text of ['one', 'two']) await send(ada, ['canvas'], text);
    await send(eve, ['canvas']);
    const shown = (await mediaOf(ada)).map(({ id }) => id);
    await conversation.history.deleteAllConversations({}, as(ada));
    expect((await droppedMedia(ada)).sort()).toEqual(shown.sort());
    expect(await droppedMedia(eve)).toEqual([]);
    expect(await mediaOf(eve)).toHaveLength(1);
  });
});

describe('an export that is imported again', () => {
  it('has the same media, without invalid references', async () => {
    const [ada, eve] = [aUser(), aUser()];
    await send(ada, ['canvas']);
    const found = await collect(
      conversation.history.findConversations(FindConversationsRequest.fromPartial({ includeAll: true }), as(ada)),
    );
    const conversations = found.flatMap(({ item }) => (item?.$case === 'found' ? item.found.conversation! : []));
    conversations[0]!.messages[1]!.media.push({ id: '../etc', type: 'x', name: 'x', size: -1 });
    const importId = randomUUID();
    const part = StageImportRequest.fromPartial({ importId, part: 0, conversations });
    await conversation.history.stageImport(part, as(eve));
    await conversation.history.commitImport({ importId }, as(eve));
    expect(await mediaOf(eve)).toEqual(await mediaOf(ada));
  });
});
