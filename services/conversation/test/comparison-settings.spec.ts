import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AnswerPresetFields,
  AnswerPresetsServiceDefinition,
  ChangeComparisonRequest,
  ComparisonsServiceDefinition,
  ContextsServiceDefinition,
  Generation,
  GenerationSettings,
} from '@polylogue/proto';
import { aUser, closing, completed, delta, scriptedAi, until, type Script } from '@polylogue/test-kit';
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

beforeAll(async () => {
  ai = add(await scriptedAi({ gpt: replies('gpt'), claude: replies('claude') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);
beforeEach(() => void (ai.requests.length = 0));

type User = ReturnType<typeof aUser>;

const comparisons = () => conversation.client(ComparisonsServiceDefinition);
const settingsOf = (wanted: Partial<GenerationSettings>) => GenerationSettings.fromPartial(wanted);
const calm = { systemPrompt: 'Answer as a lawyer.', temperature: 0.2 };
const both = ['gpt', 'claude'];

const send = async (user: User, text: string, services = both, more: object = {}) =>
  collect(conversation.broadcasts.sendMessage({ ...message(services, text), ...more }, as(user)));
const sendWith = async (user: User, settings: Partial<GenerationSettings>, services = both, more: object = {}) =>
  acceptedOf(await send(user, 'Why?', services, { comparisonSettings: settingsOf(settings), ...more })).broadcastId;
const change = (user: User, id: string, settings: Partial<GenerationSettings>) =>
  comparisons().changeComparison(ChangeComparisonRequest.fromPartial({ id, settings }), as(user));
const keptIn = async (user: User, id: string) => (await comparisons().getComparison({ id }, as(user))).settings;
/** What services were asked with since the last look, in the order of their names. */
const asked = () =>
  ai.requests
    .splice(0)
    .toSorted((one, other) => one.aiService.localeCompare(other.aiService))
    .map(({ settings }) => settings && (JSON.parse(JSON.stringify(settings)) as object));
const by = (settings: object) => ({ answerSchema: false, ...settings });
const variantFor = async (user: User, settings: Partial<GenerationSettings>) => {
  const fields = AnswerPresetFields.fromPartial({ name: 'terse', settings, aiServices: ['gpt'] });
  const { id } = await conversation.client(AnswerPresetsServiceDefinition).createAnswerPreset({ fields }, as(user));
  return `gpt..${id}`;
};

describe('the settings of a comparison', () => {
  it('go with its first message to every service, are kept, and go with what is asked in it later', async () => {
    const ada = aUser();
    const id = await sendWith(ada, calm);
    expect(asked()).toEqual([by(calm), by(calm)]);
    expect(await keptIn(ada, id)).toEqual(settingsOf(calm));
    await send(ada, 'And then?');
    expect(asked()).toEqual([by(calm), by(calm)]);
  });

  it('hold for a service that joins it, and for nobody in the next comparison', async () => {
    const ada = aUser();
    await sendWith(ada, calm, ['gpt']);
    await send(ada, 'And you?');
    expect(asked().slice(-2)).toEqual([by(calm), by(calm)]);
    await conversation.history.clearDashboard({ aiServices: [] }, as(ada));
    await send(ada, 'Something else');
    expect(asked()).toEqual([undefined, undefined]);
  });

  it('change from the next message on, with it or before it; what says nothing ends them', async () => {
    const ada = aUser();
    const id = await sendWith(ada, calm);
    await change(ada, id, { webSearch: true });
    await send(ada, 'Look it up.', ['gpt']);
    expect(asked().at(-1)).toEqual(by({ webSearch: true }));
    expect(await sendWith(ada, { maxOutputTokens: 50 }, ['gpt'])).not.toBe(id);
    expect(asked()).toEqual([by({ maxOutputTokens: 50 })]);
    expect(await keptIn(ada, id)).toEqual(settingsOf({ maxOutputTokens: 50 }));
    await change(ada, id, {});
    expect(await keptIn(ada, id)).toBeUndefined();
    await send(ada, 'As you would.', ['gpt']);
    expect(asked()).toEqual([undefined]);
  });

  it('come after what the preset of a variant says, setting by setting', async () => {
    const ada = aUser();
    const variant = await variantFor(ada, { systemPrompt: 'One sentence.', maxOutputTokens: 20 });
    await sendWith(ada, calm, ['gpt', variant]);
    const terse = { ...calm, systemPrompt: 'One sentence.', maxOutputTokens: 20 };
    expect(asked()).toEqual(expect.arrayContaining([by(calm), by(terse)]));
  });

  it('leave titles, stars and tags as they are, and are left by these', async () => {
    const ada = aUser();
    const id = await sendWith(ada, calm);
    const wanted = ChangeComparisonRequest.fromPartial({ id, title: 'Law', isStarred: true, tags: { tags: ['a'] } });
    await comparisons().changeComparison(wanted, as(ada));
    const changed = await change(ada, id, { temperature: 1 });
    expect(changed).toMatchObject({ title: 'Law', isStarred: true, tags: ['a'], settings: { temperature: 1 } });
    await sendWith(ada, calm);
    expect(await comparisons().getComparison({ id }, as(ada))).toMatchObject({ title: 'Law', settings: calm });
  });

  it('belong to their owner alone', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const id = await sendWith(ada, calm);
    const missing = { kind: 'not_found', code: 'comparison_not_found' };
    await expect(change(bob, id, { temperature: 2 })).rejects.toMatchObject(missing);
    asked();
    await send(bob, 'Mine');
    expect(asked()).toEqual([undefined, undefined]);
  });

  it.each([
    ['instructions', { systemPrompt: 'x'.repeat(8_001) }, 'The instructions can have at most 8000 characters.'],
    ['temperature', { temperature: 3 }, 'The temperature must be between 0 and 2.'],
    ['effort', { reasoningEffort: 'much' }, 'The reasoning effort must be low, medium or high.'],
    ['longest answer', { maxOutputTokens: 0 }, 'The longest answer must be between 1 and 200000 tokens.'],
  ])('say which limit their %s breaks, and nothing is stored', async (_setting, settings, sentence) => {
    const ada = aUser();
    const id = await sendWith(ada, {});
    const refused = { kind: 'invalid', sentence };
    await expect(sendWith(ada, settings)).rejects.toMatchObject(refused);
    await expect(change(ada, id, settings)).rejects.toMatchObject(refused);
    expect(await keptIn(ada, id)).toBeUndefined();
    expect(asked()).toHaveLength(2);
  });
});

describe('settings of a comparison stay with it', () => {
  it('when a reply is retried, also with what they are by then', async () => {
    const ada = aUser();
    const events = await send(ada, 'Why?', ['gpt'], { comparisonSettings: settingsOf(calm) });
    const [{ messageId } = { messageId: '' }] = doneOf(events).replies;
    await collect(conversation.broadcasts.retryReply({ messageId }, as(ada)));
    expect(asked()).toEqual([by(calm), by(calm)]);
    await change(ada, acceptedOf(events).broadcastId, { temperature: 1 });
    await collect(conversation.broadcasts.retryReply({ messageId }, as(ada)));
    expect(asked()).toEqual([by({ temperature: 1 })]);
  });

  it('when its process is gone before the reply', async () => {
    const ada = aUser();
    const usual = ai.scripts['gpt']!;
    ai.scripts['gpt'] = async function* () {
      yield await new Promise<never>(() => {});
    };
    const sending = sendWith(ada, calm, ['gpt']);
    await until(() => ai.requests.length === 1);
    ai.scripts['gpt'] = usual;
    await conversation.rows(
      `UPDATE conversation.dispatches SET owner = 'gone', fence = fence + 1 WHERE state = 'running'`,
    );
    await conversation.lapse();
    await sending;
    expect(asked()).toEqual([by(calm), by(calm)]);
  });

  it('when a round is asked again as it was: by the settings of then, and on by those of its comparison', async () => {
    const ada = aUser();
    const id = await sendWith(ada, calm);
    await change(ada, id, { temperature: 1 });
    asked();
    const replayed = acceptedOf(
      await collect(conversation.broadcasts.replayBroadcast({ broadcastId: id, aiServices: [] }, as(ada))),
    ).broadcastId;
    expect(asked()).toEqual([by(calm), by(calm)]);
    expect(await keptIn(ada, replayed)).toEqual(settingsOf({ temperature: 1 }));
    await send(ada, 'And then?', ['gpt']);
    expect(asked()).toEqual([by({ temperature: 1 })]);
  });

  it('when it is continued from history, also by a service that was not asked', async () => {
    const ada = aUser();
    const events = await send(ada, 'Why?', ['gpt'], { comparisonSettings: settingsOf(calm) });
    await conversation.history.clearDashboard({ aiServices: [] }, as(ada));
    const [{ conversationId } = { conversationId: '' }] = acceptedOf(events).targets;
    const on = { conversationId, message: 'Go on.', aiServices: both };
    await collect(conversation.history.continueConversation(on, as(ada)));
    expect(asked()).toEqual([by(calm), by(calm), by(calm)]);
  });

  it('when it is continued from history by other services alone: they begin one with the same', async () => {
    const ada = aUser();
    const events = await send(ada, 'Why?', ['gpt'], {
      comparisonSettings: settingsOf({ ...calm, maxOutputTokens: 50 }),
    });
    await conversation.history.clearDashboard({ aiServices: [] }, as(ada));
    const [{ conversationId } = { conversationId: '' }] = acceptedOf(events).targets;
    const to = { conversationId, aiServices: ['claude'] };
    const contexts = conversation.client(ContextsServiceDefinition);
    const [size] = (await contexts.measureContexts(to, as(ada))).contexts;
    asked();
    const { broadcastId } = acceptedOf(
      await collect(conversation.history.continueConversation({ ...to, message: 'Go on.' }, as(ada))),
    );
    expect(asked()).toEqual([by({ ...calm, maxOutputTokens: size!.maxOutputTokens })]);
    expect(await keptIn(ada, broadcastId)).toMatchObject(calm);
  });

  it('when services answer without their names, before the vote and in the rounds after', async () => {
    const ada = aUser();
    await sendWith(ada, calm, both, { isBlind: true });
    expect(asked()).toEqual([by(calm), by(calm)]);
    await send(ada, 'And then?', ['blind..a', 'blind..b']);
    expect(asked()).toEqual([by(calm), by(calm)]);
  });

  it('when a program sends it again: other settings are another request', async () => {
    const ada = aUser();
    const once = { idempotencyKey: 'once', ownComparison: { history: [] } };
    const id = await sendWith(ada, calm, both, once);
    expect(await sendWith(ada, calm, both, once)).toBe(id);
    const reused = { code: 'idempotency_key_reused' };
    await expect(sendWith(ada, { temperature: 1 }, both, once)).rejects.toMatchObject(reused);
    await expect(sendWith(ada, {}, both, { idempotencyKey: 'once' })).resolves.not.toBe(id);
    await expect(sendWith(ada, calm, both, { idempotencyKey: 'once' })).rejects.toMatchObject(reused);
  });

  it('when it is used by a program, unless that asks for its own', async () => {
    const ada = aUser();
    const ownComparison = { history: [], settings: settingsOf({ temperature: 0.7 }) };
    const id = await sendWith(ada, calm, both, { ownComparison });
    expect(asked()).toEqual([by({ temperature: 0.7 }), by({ temperature: 0.7 })]);
    const on = { comparisonId: id, message: 'Go on.', aiServices: ['gpt'] };
    await collect(conversation.broadcasts.continueComparison(on, as(ada)));
    await collect(
      conversation.broadcasts.continueComparison({ ...on, settings: settingsOf({ temperature: 1 }) }, as(ada)),
    );
    expect(asked()).toEqual([by(calm), by({ temperature: 1 })]);
  });
});

describe('settings of a comparison in an estimate', () => {
  const measure = async (user: User, more: object = {}) =>
    (await conversation.client(ContextsServiceDefinition).measureContexts({ aiServices: ['gpt'], ...more }, as(user)))
      .contexts[0]!;

  it('are counted as they are kept, or as they would go with the message', async () => {
    const ada = aUser();
    const bare = await measure(ada);
    expect(bare).toMatchObject({ bytes: 0, maxOutputTokens: undefined });
    await sendWith(ada, { systemPrompt: 'Größe', maxOutputTokens: 90, webSearch: true }, ['gpt']);
    const thread = Buffer.byteLength('Why?gpt says so.');
    expect(await measure(ada)).toMatchObject({ bytes: thread + 7, maxOutputTokens: 90, webSearch: true });
    const settings = { systemPromptBytes: 100 };
    const planned = { bytes: thread + 100, maxOutputTokens: undefined, webSearch: undefined };
    expect(await measure(ada, { settings })).toMatchObject(planned);
  });

  it('come after those of a variant', async () => {
    const ada = aUser();
    const variant = await variantFor(ada, { systemPrompt: 'Terse.' });
    const settings = { systemPromptBytes: 100, maxOutputTokens: 30 };
    expect(await measure(ada, { aiServices: [variant], settings })).toMatchObject({ bytes: 6, maxOutputTokens: 30 });
  });
});
