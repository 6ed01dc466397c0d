import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnswerPresetFields, AnswerPresetsServiceDefinition, ContextsServiceDefinition } from '@polylogue/proto';
import { aUser, closing, completed, delta, failed, scriptedAi, type Script } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

const replies = (text: string): Script =>
  async function* () {
    yield delta(text);
    yield await Promise.resolve(completed());
  };
const fails: Script = async function* () {
  yield await Promise.resolve(failed('provider_error'));
};

beforeAll(async () => {
  ai = add(await scriptedAi({ gpt: replies('Grüße 🦊'), claude: replies('x'.repeat(5_000)), mute: fails }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

type User = ReturnType<typeof aUser>;

const contexts = () => conversation.client(ContextsServiceDefinition);
const measure = async (user: User, ...aiServices: string[]) =>
  (await contexts().measureContexts({ aiServices }, as(user))).contexts;
const send = (user: User, text: string, aiServices: string[], more: object = {}) =>
  collect(conversation.broadcasts.sendMessage({ ...message(aiServices, text), ...more }, as(user)));
/** What was really sent before the last message. */
const sentBefore = (aiService: string) =>
  ai.requests
    .findLast((request) => request.aiService === aiService)!
    .messages.slice(0, -1)
    .reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

describe('how much services would be sent', () => {
  it('is nothing where nothing was said', async () => {
    expect(await measure(aUser(), 'claude', 'gpt')).toEqual([
      { aiService: 'claude', bytes: 0, pictures: 0, maxOutputTokens: undefined },
      { aiService: 'gpt', bytes: 0, pictures: 0, maxOutputTokens: undefined },
    ]);
    expect(await measure(aUser())).toEqual([]);
  });

  it('is the thread of each, to the byte as it is sent then', async () => {
    const ada = aUser();
    await send(ada, 'Was heißt „Polylog“?', ['gpt', 'claude', 'mute']);
    await send(ada, 'Und „Dialog“?', ['gpt', 'mute']);
    const sizes = await measure(ada, 'gpt', 'claude', 'mute');
    await send(ada, 'Now?', ['gpt', 'claude', 'mute']);
    expect(sizes.map(({ bytes }) => bytes)).toEqual(['gpt', 'claude', 'mute'].map(sentBefore));
    // A question that was never answered is not sent again.
    expect(sizes[2]).toMatchObject({ aiService: 'mute', bytes: 0 });
    expect(sizes[1]!.bytes).toBeGreaterThan(5_000);
  });

  it('counts the file of an earlier message', async () => {
    const ada = aUser();
    const attachment = {
      attachment: { name: 'notes.txt', size: 9_000, type: 'text/plain' },
      text: 'ß'.repeat(4_500),
      sha256: 'a'.repeat(64),
    };
    await send(ada, 'Read this.', ['gpt'], { attachment });
    const [size] = await measure(ada, 'gpt');
    await send(ada, 'Again.', ['gpt']);
    const marks = sentBefore('gpt') - size!.bytes;
    expect(size!.bytes).toBeGreaterThan(9_000);
    expect(marks).toBeGreaterThan(0);
    expect(marks).toBeLessThan(300);
  });

  it('counts all files of an earlier message, its pictures and its drawn pages', async () => {
    const ada = aUser();
    const picture = (name: string, page?: number) => ({ mediaId: randomUUID(), name, width: 8, height: 6, page });
    const file = (name: string, text: string, more: object) => {
      return { attachment: { name, size: 9, type: 'x/y', ...more }, text, sha256: 'a'.repeat(64) };
    };
    const pages = { pictures: [picture('b.pdf', 1), picture('b.pdf', 2)], isScan: false };
    const more = [file('b.pdf', 'y'.repeat(3_000), { pages }), file('c.png', '', { picture: picture('c.png') })];
    const files = { attachment: file('a.txt', 'x'.repeat(2_000), {}), moreAttachments: { attachments: more } };
    await send(ada, 'Read these.', ['gpt'], files);
    const [size] = await measure(ada, 'gpt');
    expect(size!.pictures).toBe(3);
    expect(size!.bytes).toBeGreaterThan(5_000);
    await send(ada, 'Again.', ['gpt']);
    expect(sentBefore('gpt') - size!.bytes).toBeLessThan(400);
  });

  it('is that of the conversation that is continued, for every service; of another user there is none', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const events = await send(ada, 'Was heißt „Polylog“?', ['gpt', 'claude']);
    await send(ada, 'Again?', ['gpt']);
    const { targets } = acceptedOf(events);
    const { conversationId } = targets.find(({ aiService }) => aiService === 'gpt')!;
    const of = (user: User, id: string) =>
      contexts().measureContexts({ aiServices: ['claude', 'gpt'], conversationId: id }, as(user));
    const [own] = await measure(ada, 'gpt');
    expect((await of(ada, conversationId)).contexts.map(({ bytes }) => bytes)).toEqual([own!.bytes, own!.bytes]);
    for (const id of [randomUUID(), 'none']) {
      await expect(of(ada, id)).rejects.toMatchObject({ kind: 'not_found' });
    }
    await expect(of(bob, conversationId)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is another for a variant, with its instructions and its longest answer', async () => {
    const ada = aUser();
    const settings = { systemPrompt: 'Answer in one sentence.', maxOutputTokens: 200 };
    const fields = AnswerPresetFields.fromPartial({ name: 'terse', settings, aiServices: ['gpt'] });
    const presets = conversation.client(AnswerPresetsServiceDefinition);
    const { id } = await presets.createAnswerPreset({ fields }, as(ada));
    const variant = `gpt..${id}`;
    await send(ada, 'Why?', ['gpt']);
    const [own, other] = await measure(ada, variant, 'gpt');
    expect(own).toEqual({ aiService: variant, bytes: 23, pictures: 0, maxOutputTokens: 200 });
    expect(other!.bytes).toBeGreaterThan(0);
    await presets.deleteAnswerPreset({ id }, as(ada));
    await expect(measure(ada, variant)).rejects.toMatchObject({ code: 'preset_not_found' });
  });

  it("is never that of another user's conversations", async () => {
    const ada = aUser();
    await send(ada, 'Mine alone.', ['gpt']);
    expect(await measure(aUser(), 'gpt')).toMatchObject([{ bytes: 0 }]);
    await expect(contexts().measureContexts({ aiServices: ['gpt'] })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });

  it('is refused for what a message could not be sent to', async () => {
    await expect(measure(aUser(), 'nowhere')).rejects.toMatchObject({ code: 'unknown_ai_service', kind: 'invalid' });
    await expect(measure(aUser(), 'no/name')).rejects.toMatchObject({ code: 'unknown_ai_service' });
    const many = Array.from({ length: 25 }, () => 'gpt');
    await expect(measure(aUser(), ...many)).rejects.toMatchObject({ code: 'too_many_services' });
  });

  it('adds up threads of any length', async () => {
    const ada = aUser();
    await send(ada, 'Begin.', ['gpt', 'claude']);
    await conversation.rows(
      `INSERT INTO conversation.messages (id, user_id, conversation_id, broadcast_id, role, content, status)
       SELECT gen_random_uuid(), $1, c.id, $2, CASE n % 2 WHEN 0 THEN 'user' ELSE 'assistant' END,
         repeat(md5(n::text), 100), 'completed'
       FROM conversation.conversations c, generate_series(0, 399) n WHERE c.user_id = $1 ORDER BY c.id, n`,
      [ada.userId, randomUUID()],
    );
    const own = (text: string) => Buffer.byteLength('Begin.') + Buffer.byteLength(text) + 400 * 3_200;
    expect((await measure(ada, 'gpt', 'claude')).map(({ bytes }) => bytes)).toEqual([
      own('Grüße 🦊'),
      own('x'.repeat(5_000)),
    ]);
  });

  it('of a blind round is that of all its services, in an order that says nothing', async () => {
    const ada = aUser();
    await send(ada, 'Hello?', ['gpt', 'claude'], { isBlind: true });
    for (const aiServices of [['blind..a'], ['blind..b', 'blind..a']]) {
      const { contexts: none, blindRound } = await contexts().measureContexts({ aiServices }, as(ada));
      expect(none).toEqual([]);
      expect(blindRound.map(({ aiService }) => aiService)).toEqual(['claude', 'gpt']);
      expect(new Set(blindRound.map(({ bytes }) => bytes)).size).toBe(1);
      expect(blindRound[0]!.bytes).toBeGreaterThan(5_000);
    }
    expect(await measure(aUser(), 'blind..a')).toEqual([]);
  });
});
