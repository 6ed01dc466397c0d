import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AiService,
  AnswerPresetFields,
  AnswerPresetsServiceDefinition,
  CatalogServiceDefinition,
  Category,
  ChatRole,
  ContextsServiceDefinition,
  Generation,
  ServiceStatus,
} from '@polylogue/proto';
import type { AppError } from '@polylogue/service-kit';
import { aUser, closing, completed, delta, scriptedAi, stub, until, type Script } from '@polylogue/test-kit';
import {
  acceptedOf,
  as,
  collect,
  doneOf,
  message,
  startConversation,
  type Conversation,
} from './conversation.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

/** Replies in a word, and says what it was asked with. */
const replies = (name: string): Script =>
  async function* ({ settings }) {
    yield delta(`${name} says so.`);
    const sent = { answerSchema: false, ...settings };
    const generation = Generation.fromPartial({ displayName: name.toUpperCase(), model: `${name}-1`, settings: sent });
    yield await Promise.resolve(completed({ generation }));
  };

const service = (name: string, displayName: string) =>
  AiService.fromPartial({ name, displayName, category: Category.TEXT, status: ServiceStatus.CONNECTED });
const catalog = stub(CatalogServiceDefinition, {
  listAiServices: () =>
    Promise.resolve({
      services: [service('gpt', 'GPT'), service('claude', 'Claude')],
      formerServices: [service('old', 'Old One')],
    }),
});

beforeAll(async () => {
  ai = add(await scriptedAi({ gpt: replies('gpt'), claude: replies('claude') }, catalog));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);
beforeEach(() => void (ai.requests.length = 0));

type User = ReturnType<typeof aUser>;

const presets = () => conversation.client(AnswerPresetsServiceDefinition);
const settings = { systemPrompt: 'Answer in one sentence.', temperature: 0.2, maxOutputTokens: 200 };
const terse = (more: object = {}) =>
  AnswerPresetFields.fromPartial({ name: 'terse', settings, aiServices: ['gpt'], ...more });
const variantFor = async (user: User, fields = terse()) => {
  const { id } = await presets().createAnswerPreset({ fields }, as(user));
  return { id, variant: `gpt..${id}` };
};
const send = async (user: User, text: string, services: string[], more: object = {}) =>
  collect(conversation.broadcasts.sendMessage({ ...message(services, text), ...more }, as(user)));

describe('a variant', () => {
  it('stands beside its service in a conversation of its own, and is asked by its preset', async () => {
    const ada = aUser();
    const { variant } = await variantFor(ada);
    const events = await send(ada, 'Why?', ['gpt', variant]);
    const { targets } = acceptedOf(events);
    expect(targets.map(({ aiService }) => aiService)).toEqual(['gpt', variant]);
    expect(new Set(targets.map(({ conversationId }) => conversationId)).size).toBe(2);
    expect(ai.requests.map(({ aiService }) => aiService)).toEqual(['gpt', 'gpt']);
    expect(ai.requests.filter((request) => request.settings)).toMatchObject([{ settings, temperature: 0.2 }]);
    expect(doneOf(events).replies.map(({ generation }) => generation!.displayName)).toEqual(['GPT', 'GPT · terse']);
    const found = await conversation.history.getConversation({ id: targets[1]!.conversationId }, as(ada));
    expect(found.conversation).toMatchObject({ aiService: variant });
    await send(ada, 'And then?', [variant]);
    expect(ai.requests.at(-1)!.messages).toHaveLength(3);
  });

  it('is asked by its preset as it is now; what was asked before keeps what it was asked with', async () => {
    const ada = aUser();
    const { id, variant } = await variantFor(ada);
    const { targets } = acceptedOf(await send(ada, 'Why?', [variant]));
    const longer = terse({ name: 'longer', settings: { systemPrompt: 'Answer at length.' } });
    await presets().changeAnswerPreset({ id, fields: longer }, as(ada));
    const [reply] = doneOf(await send(ada, 'Why now?', [variant])).replies;
    expect(ai.requests.at(-1)!.settings).toMatchObject({ systemPrompt: 'Answer at length.' });
    expect(reply!.generation!.displayName).toBe('GPT · longer');
    const contexts = conversation.client(ContextsServiceDefinition);
    const context = await contexts.getContext({ messageId: targets[0]!.messageId }, as(ada));
    expect(context.messages).toEqual([
      { role: ChatRole.SYSTEM, content: 'Answer in one sentence.' },
      { role: ChatRole.USER, content: 'Why?' },
    ]);
  });

  it('keeps its settings when its process is gone before the reply, when it is retried and when its round is replayed', async () => {
    const ada = aUser();
    const { id, variant } = await variantFor(ada);
    const usual = ai.scripts['gpt']!;
    ai.scripts['gpt'] = async function* () {
      yield await new Promise<never>(() => {});
    };
    const sending = send(ada, 'Why?', [variant]);
    await until(() => ai.requests.length === 1);
    ai.scripts['gpt'] = usual;
    await conversation.rows(
      `UPDATE conversation.dispatches SET owner = 'gone', fence = fence + 1 WHERE state = 'running'`,
    );
    await conversation.lapse();
    const [reply] = doneOf(await sending).replies;
    expect(ai.requests.map((request) => request.settings)).toMatchObject([settings, settings]);

    await presets().deleteAnswerPreset({ id }, as(ada));
    const retry = { messageId: reply!.messageId };
    expect(doneOf(await collect(conversation.broadcasts.retryReply(retry, as(ada)))).replies).toMatchObject([
      { aiService: variant, generation: { displayName: 'GPT · terse' } },
    ]);
    const { broadcastId } = acceptedOf(await collect(conversation.broadcasts.retryReply(retry, as(ada))));
    await collect(conversation.broadcasts.replayBroadcast({ broadcastId, aiServices: [] }, as(ada)));
    expect(ai.requests).toHaveLength(5);
    for (const request of ai.requests) expect(request.settings).toMatchObject(settings);
  });

  it('is refused before anything is stored when its preset is deleted, or belongs to somebody else', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { id, variant } = await variantFor(ada);
    const refused = { kind: 'invalid', code: 'preset_not_found' };
    const nameless = { ...refused, sentence: 'The preset of this variant was deleted. Choose another one.' };
    await expect(send(bob, 'Why?', [variant])).rejects.toMatchObject(nameless);
    await presets().deleteAnswerPreset({ id }, as(ada));
    const sentence = 'GPT · terse is no longer offered. Leave it out, or choose another one.';
    const named = { ...refused, sentence, issues: [{ path: 'selectedAIs', message: sentence }] };
    await expect(send(ada, 'Why?', ['gpt', variant])).rejects.toMatchObject(named);
    await expect(send(ada, 'Why?', [`nobody..${id}`])).rejects.toMatchObject({ code: 'unknown_ai_service' });
    await expect(send(ada, 'Why?', ['gpt..UPPER1'])).rejects.toMatchObject({ code: 'unknown_ai_service' });
    expect(ai.requests).toEqual([]);
  });

  it('is refused by the name that it had, as its service is, once that service was removed', async () => {
    const ada = aUser();
    const fields = terse({ aiServices: ['old'] });
    const { id } = await presets().createAnswerPreset({ fields }, as(ada));
    const refusal = (services: string[]) => send(ada, 'Why?', services).catch(({ sentence }: AppError) => sentence);
    expect(await refusal(['old', `old..${id}`, 'gpt'])).toBe(
      'Old One and Old One · terse are no longer offered. Leave them out, or choose another one.',
    );
    expect(await refusal(['old', 'hal'])).toBe('There is no AI service called "old", "hal".');
    expect(await refusal(['old..aaaaaa'])).toBe('There is no AI service called "old".');
    expect(ai.requests).toEqual([]);
  });
});

describe('presets', () => {
  const listOf = async (user: User, deleted = false) =>
    (await presets().listAnswerPresets({ deleted }, as(user))).presets;

  it('are listed, changed and deleted by their owner alone; of two changes the last stays', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { id } = await variantFor(ada, terse({ name: '  terse\n and  dry ' }));
    expect(await listOf(ada)).toMatchObject([{ id, isDeleted: false, fields: { name: 'terse and dry', settings } }]);
    expect(await listOf(bob)).toEqual([]);
    const changes = ['one', 'two'].map((name) =>
      presets().changeAnswerPreset({ id, fields: terse({ name, aiServices: [] }) }, as(ada)),
    );
    await Promise.all(changes);
    expect(['one', 'two']).toContain((await listOf(ada))[0]!.fields!.name);
    const missing = { kind: 'not_found', code: 'preset_not_found' };
    await expect(presets().changeAnswerPreset({ id, fields: terse() }, as(bob))).rejects.toMatchObject(missing);
    await expect(presets().deleteAnswerPreset({ id }, as(bob))).rejects.toMatchObject(missing);
    await presets().deleteAnswerPreset({ id }, as(ada));
    await expect(presets().deleteAnswerPreset({ id }, as(ada))).rejects.toMatchObject(missing);
    expect(await listOf(ada)).toEqual([]);
    expect(await listOf(ada, true)).toMatchObject([{ id, isDeleted: true }]);
  });

  it.each([
    [{ name: ' ' }, 'Give the preset a name.'],
    [{ name: 'x'.repeat(10_000) }, 'A name can have at most 40 characters.'],
    [{ settings: { systemPrompt: 'x'.repeat(8_001) } }, 'The instructions can have at most 8000 characters.'],
    [{ settings: { temperature: 3 } }, 'The temperature must be between 0 and 2.'],
    [{ settings: { reasoningEffort: 'much' } }, 'The reasoning effort must be low, medium or high.'],
    [{ settings: { maxOutputTokens: 0 } }, 'The longest answer must be between 1 and 200000 tokens.'],
    [{ aiServices: ['gpt..abcdef'] }, 'Choose AI services that are on offer.'],
  ])('say which limit %j breaks', async (more, sentence) => {
    const refused = presets().createAnswerPreset({ fields: terse(more) }, as(aUser()));
    await expect(refused).rejects.toMatchObject({ kind: 'invalid', sentence });
  });

  it('are at most fifty', async () => {
    const ada = aUser();
    await conversation.rows(
      `INSERT INTO conversation.answer_presets (user_id, id, name, settings)
       SELECT $1, 'a' || to_char(n, 'FM00000'), 'preset', '{}' FROM generate_series(1, 50) n`,
      [ada.userId],
    );
    await expect(variantFor(ada)).rejects.toMatchObject({ code: 'too_many_presets' });
  });

  it('go with a user who is erased', async () => {
    const { userId } = aUser();
    await conversation.rows(
      `INSERT INTO conversation.answer_presets (user_id, id, name, settings) VALUES ($1, $2, 'terse', '{}')`,
      [userId, randomUUID().slice(0, 6)],
    );
    await conversation.service.database.asWorker((tx) => tx.query('SELECT conversation.erase_user($1)', [userId]));
    expect(await conversation.rows('SELECT 1 FROM conversation.answer_presets WHERE user_id = $1', [userId])).toEqual(
      [],
    );
  });
});
